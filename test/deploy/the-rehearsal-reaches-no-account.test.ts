import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rehearsalEnvironment } from './emulator.ts';

const URL = 'http://127.0.0.1:4999';

test('whatever this machine is set up for, the rehearsal asks the emulator, as nobody', (t) => {
  const real = {
    AWS_PROFILE: 'production',
    AWS_SESSION_TOKEN: 'a real token',
    AWS_ACCESS_KEY_ID: 'a real key',
    AWS_SECRET_ACCESS_KEY: 'a real secret',
    AWS_ENDPOINT_URL_SQS: 'https://sqs.eu-west-1.amazonaws.com',
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
    AWS_CONFIG_FILE: '/home/somebody/.aws/config',
    BOTO_CONFIG: '/home/somebody/.boto',
  };
  const before = { ...process.env };
  Object.assign(process.env, real);
  t.after(() => {
    for (const name of Object.keys(real)) delete process.env[name];
    Object.assign(process.env, before);
  });
  const environment = rehearsalEnvironment(URL);
  const left = Object.entries(real).filter(([name, value]) => environment[name] === value);
  assert.deepEqual(left, []);
  assert.equal(environment.AWS_ENDPOINT_URL, URL);
  assert.equal(environment.AWS_PROFILE, undefined);
});
