import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedgerStage } from '../../lib/config/stage.ts';
import { examineConfiguration } from '../../lib/doctor/configuration.ts';
import { examineMeta } from '../../lib/doctor/meta.ts';
import { withSecrets } from '../../lib/doctor/secrets.ts';
import { META_KEY } from '../../lib/ledger/meta.ts';
import { busyPort } from '../egress/support.ts';
import { useLedger } from '../support/ledger.ts';
import { examinerOf, redisFindings, SHORT, textsOf } from './support.ts';

const on = useLedger();

const INSIDE =
  /^undetermined .*only reachable from inside the network: npx serverless invoke -f doctor --stage prod$/;

test('a Redis that the stack makes has no address here', async () => {
  const texts = await redisFindings({}, { stage: 'prod' });
  assert.equal(texts.length, 1);
  assert.match(texts[0] ?? '', INSIDE);
});

test('a private address that does not answer is not wrong, and the command to ask inside keeps --init', async (t) => {
  const redisUrl = `rediss://master.example:${await busyPort(t)}`;
  const options = { ...SHORT, stage: 'prod', lookUp: async () => ['127.0.0.1'] };
  assert.match((await redisFindings({ redisUrl }, options)).join('\n'), INSIDE);
  assert.match(
    (await redisFindings({ redisUrl }, { ...options, init: true })).join('\n'),
    /--stage prod --data '\{"init":true\}'$/,
  );
  const inside = await redisFindings({ redisUrl }, { ...options, where: 'function' });
  assert.match(inside.join('\n'), /^WRONG .*security group/);
});

test('without the pepper, which only the stack knows, no ledger is judged and none is declared', async () => {
  const redisUrl = on.server.url.replace('redis:', 'rediss:');
  const examiner = await examinerOf({ redisUrl }, { stage: 'prod', init: true });
  await on.redis.del(META_KEY);
  const finding = await examineMeta(examiner, readLedgerStage(examiner.env), on.connection);
  assert.match(textsOf([finding]).join(), /^undetermined .*pepper is a secret.*serverless invoke -f doctor/);
  assert.equal(await on.redis.get(META_KEY), null);

  const lent = await examinerOf({ redisUrl, pepper: 'x'.repeat(16) }, { stage: 'prod', init: true });
  const written = await examineMeta(lent, readLedgerStage(lent.env), on.connection);
  assert.match(textsOf([written]).join(), /^ok sekali:meta written/);
});

test('stage parameters are judged as a deployment is, without what only the stack knows', async () => {
  const good = examineConfiguration(await examinerOf({}, { stage: 'prod' }), false);
  assert.match(textsOf(good.findings).join(), /^ok /);
  const params = { visibilityTimeoutSeconds: '30' };
  const bad = examineConfiguration(await examinerOf(params, { stage: 'prod' }), false);
  assert.match(
    textsOf(bad.findings).join(),
    /^WRONG .*visibilityTimeoutSeconds 30 is too short for workerTimeoutSeconds 120/,
  );
  assert.equal(bad.stage, undefined);
});

test('what is missing inside a function is missing', async () => {
  const { findings } = examineConfiguration(await examinerOf({}, { stage: 'prod', where: 'function' }), true);
  assert.match(
    textsOf(findings).join(),
    /^WRONG .*redisUrl is missing \(redisUrlSecret .*\); queueUrl is missing/,
  );
});

test('secrets that cannot be read are wrong inside, and undetermined on a machine without credentials', async () => {
  const unreadable = {
    withSecrets: () => Promise.reject(new Error('the secret x cannot be read')),
    stage: 'prod',
  };
  const here = await withSecrets(await examinerOf({}, unreadable));
  assert.match(
    textsOf(here.findings).join(),
    /^undetermined from here: .*the secret x.*Set AWS_PROFILE, or ask inside/,
  );
  const inside = await withSecrets(await examinerOf({}, { ...unreadable, where: 'function' }));
  assert.match(textsOf(inside.findings).join(), /^WRONG .*the secret x cannot be read/);
});
