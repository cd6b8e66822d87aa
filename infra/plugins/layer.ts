/**
 * A Serverless plugin for the layer with Chromium: builds it before anything is packaged, and lets `package` do without
 * AWS. For each layer osls asks CloudFormation whether the stack has this very one already, to save an upload; `package`
 * uploads nothing.
 */

interface LayerCompiler {
  compareWithLastLayer(layerName: string): Promise<void>;
}

interface Serverless {
  readonly processedInput: { readonly commands: readonly string[] };
  readonly pluginManager: { getPlugins(): readonly object[] };
  readonly classes: { readonly Error: new (message: string) => Error };
}

class ChromiumLayer {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;

  constructor(serverless: Serverless) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': async () => {
        // Not at the top: the other commands need nothing of it.
        const { buildLayer } = await import('../../layers/chromium/build.ts');
        await buildLayer();
      },
      'before:package:compileLayers': async () => {
        if (serverless.processedInput.commands[0] === 'package') askNobody(serverless);
      },
    };
  }
}

/** @throws Error where osls has changed */
function askNobody({ pluginManager, classes }: Serverless): void {
  const compiler = pluginManager
    .getPlugins()
    .find((plugin): plugin is LayerCompiler => plugin.constructor.name === 'AwsCompileLayers');
  if (typeof compiler?.compareWithLastLayer !== 'function') {
    throw new classes.Error(
      'infra/plugins/layer.ts keeps "serverless package" from asking AWS about layers, by replacing compareWithLastLayer ' +
        'of AwsCompileLayers. This version of osls has no such method: adapt it.',
    );
  }
  compiler.compareWithLastLayer = async () => {};
}

// osls loads this with require(), which hands back the export of this name.
export { ChromiumLayer as default, ChromiumLayer as 'module.exports' };
