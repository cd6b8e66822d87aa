import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, type TestContext, test } from 'node:test';
import { SQSClient } from '@aws-sdk/client-sqs';
import { queueFault } from '../../lib/doctor/queue-faults.ts';
import { examineQueues } from '../../lib/doctor/queues.ts';
import { freePort } from '../../local/ports.ts';
import { startSqs } from '../../local/queues.ts';
import { listen } from '../egress/support.ts';
import { examinerOf, SHORT, textsOf } from './support.ts';

/** A machine on which nobody ever logged in to AWS. */
const NOBODY = {
  AWS_REGION: 'eu-west-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nowhere',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
};
const usual = { ...process.env };
before(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) delete process.env[name];
  Object.assign(process.env, NOBODY);
});
after(() => {
  process.env = usual;
});

async function look(
  options: Parameters<typeof examinerOf>[1],
  params: Parameters<typeof examinerOf>[0] = {},
) {
  const examiner = await examinerOf(params, options);
  return textsOf((await examineQueues(examiner, undefined, new AbortController().signal)).findings).join(
    '\n',
  );
}

/** An SQS that answers everything with this error. */
async function refusing(t: TestContext, error: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(403, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: `com.amazonaws.sqs#${error}`, message: 'no' }));
  });
  return `http://127.0.0.1:${await listen(t, server)}`;
}

test('no credentials on this machine: undetermined, and how to ask inside', async () => {
  assert.match(
    await look({ stage: 'prod' }),
    /^undetermined the queues: no AWS credentials here \(Could not load.*\)\. Set AWS_PROFILE, or ask inside: npx serverless invoke -f doctor --stage prod$/,
  );
});

test('credentials that AWS does not take any more are nobody’s fault but theirs', async (t) => {
  const sqsEndpoint = await refusing(t, 'ExpiredToken');
  assert.match(
    await look({}, { sqsEndpoint }),
    /^undetermined .*does not accept the credentials here \(ExpiredToken\)/,
  );
});

test('no permission: the person’s is undetermined, the function’s role is wrong', async (t) => {
  const sqsEndpoint = await refusing(t, 'AccessDeniedException');
  assert.match(
    await look({ where: 'function' }, { sqsEndpoint }),
    /^WRONG .*the role of this function needs sqs:Get/,
  );
  const examiner = await examinerOf({}, { stage: 'prod' });
  const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
  const finding = await queueFault(denied, examiner, new SQSClient({}));
  assert.match(textsOf([finding]).join(), /^undetermined .*your AWS user may not/);
});

test('a stage that is not deployed', async (t) => {
  const emulator = await startSqs();
  t.after(() => emulator.stop());
  assert.match(
    await look({}, { sqsEndpoint: emulator.endpoint }),
    /^WRONG there is no queue of stage local in eu-west-1 in this account: is it deployed there \(npx serverless deploy/,
  );
});

test('an emulator that does not run, and one that never answers', async (t) => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  assert.match(
    await look({}, { sqsEndpoint: nobody }),
    /^WRONG .*cannot be reached at \S+ \(ECONNREFUSED\): does the local/,
  );
  const silent = `http://127.0.0.1:${await listen(
    t,
    createServer(() => {}),
  )}`;
  assert.match(await look(SHORT, { sqsEndpoint: silent }), /^WRONG .*cannot be reached at \S+ \(ETIMEDOUT\)/);
});

test('credentials that nobody hands out in time are none', async (t) => {
  // As on most networks, where the address of AWS' own machines leads nowhere.
  const silent = await listen(
    t,
    createServer(() => {}),
  );
  delete process.env.AWS_EC2_METADATA_DISABLED;
  process.env.AWS_EC2_METADATA_SERVICE_ENDPOINT = `http://127.0.0.1:${silent}`;
  t.after(() => {
    delete process.env.AWS_EC2_METADATA_SERVICE_ENDPOINT;
    process.env.AWS_EC2_METADATA_DISABLED = 'true';
  });
  assert.match(
    await look({ ...SHORT, stage: 'prod' }),
    /^undetermined .*no AWS credentials here \(looking for them took/,
  );
});
