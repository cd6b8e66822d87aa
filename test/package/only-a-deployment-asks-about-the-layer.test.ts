import assert from 'node:assert/strict';
import { test } from 'node:test';
import Layer from '../../infra/plugins/layer.ts';

class AwsCompileLayers {
  asked = 0;
  async compareWithLastLayer() {
    this.asked++;
  }
}

async function compile(command: string, plugins: readonly object[]): Promise<void> {
  const { hooks } = new Layer({
    processedInput: { commands: [command] },
    pluginManager: { getPlugins: () => plugins },
    classes: { Error },
  });
  await hooks['before:package:compileLayers']?.();
}

test('serverless package asks AWS nothing about the layer, serverless deploy does', async () => {
  for (const { command, asked } of [
    { command: 'package', asked: 0 },
    { command: 'deploy', asked: 1 },
  ]) {
    const compiler = new AwsCompileLayers();
    await compile(command, [{}, compiler]);
    await compiler.compareWithLastLayer();
    assert.equal(compiler.asked, asked, command);
  }
});

test('an osls that asks in another way is named, instead of asked for credentials', async () => {
  class Another {}
  await assert.rejects(compile('package', [new Another()]), /infra\/plugins\/layer\.ts.*adapt it/);
});
