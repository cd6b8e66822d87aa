import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineChromium, examineSpace } from '../../lib/doctor/browser.ts';
import { examinerOf, SHORT, textsOf } from './support.ts';

type Launched = Parameters<typeof examineChromium>[1];

const look = async (steps: Launched, options: Parameters<typeof examinerOf>[1] = {}) =>
  textsOf((await examineChromium(await examinerOf({}, options), steps)).findings).join('\n');

test('the packaged Chromium is extracted, starts, opens a page, and tells its version', async () => {
  assert.match(await look({}), /^ok Chromium \d+\.\d+\.\d+\.\d+ starts and opens a page$/);
});

test('a browser that does not start is wrong, and closed; on a person’s machine it says little of a deployed stage', async () => {
  let closed = 0;
  const browser = () => ({
    newContext: () => Promise.reject(new Error('no library')),
    async close() {
      closed += 1;
    },
  });
  assert.match(await look({ browser }), /^WRONG launching Chromium.*: no library$/);
  assert.match(
    await look({ browser }, { stage: 'prod' }),
    /^undetermined on this machine: launching Chromium/,
  );
  assert.equal(closed, 2);
});

test('a browser that hangs is given up and closed', async () => {
  let closed = 0;
  const browser = () => ({
    newContext: () => new Promise<never>(() => {}),
    async close() {
      closed += 1;
    },
  });
  assert.match(
    await look({ browser }, SHORT),
    /^WRONG launching Chromium.*workerMemoryMb\): no answer within 1 s$/,
  );
  assert.equal(closed, 1);
});

test('a package that cannot be extracted is not launched', async () => {
  const steps = {
    extract: () => Promise.reject(new Error('no package')),
    browser: () => assert.fail('launched'),
  };
  assert.equal(await look(steps), 'WRONG extracting Chromium: no package');
});

test('free space is told, and a lack of it with the parameter to raise', async () => {
  const examiner = await examinerOf();
  const lacking = textsOf((await examineSpace(examiner, async () => '/tmp has 3 MB')).findings);
  assert.deepEqual(lacking, ['WRONG /tmp has 3 MB: raise workerTmpMb, or clear the folder']);
  const plenty = textsOf((await examineSpace(examiner, async () => undefined)).findings);
  assert.match(plenty[0] ?? '', /^ok \S+ has room for a browser and its work \(\d+ MB free\)$/);
});
