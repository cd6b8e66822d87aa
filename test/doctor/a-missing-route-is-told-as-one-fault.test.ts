import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../lib/doctor/examine.ts';
import { networkFindings } from '../../lib/doctor/network.ts';
import type { LookUp } from '../../lib/doctor/reach.ts';
import { startRedis } from '../../local/redis.ts';
import { busyPort, NOBODYS_PUBLIC_ADDRESS } from '../egress/support.ts';
import { examinerOf, formAt, SHORT, textsOf } from './support.ts';

const form = formAt('sign-up', ['form.example']);
/** Public, and nobody there: what a network without a way out looks like. */
const noWayOut: LookUp = async () => [NOBODYS_PUBLIC_ADDRESS];

async function inside(redisUrl: string, forms = [form]): Promise<string> {
  const options = { ...SHORT, where: 'function' as const, lookUp: noWayOut, forms };
  const examiner = await examinerOf({ redisUrl, sqsEndpoint: 'http://127.0.0.1:1' }, options);
  return textsOf(await examine(examiner)).join('\n');
}

test('Redis answers and no target does: the way out is missing, with what to do', async (t) => {
  const redis = await startRedis();
  t.after(() => redis.stop());
  const text = await inside(redis.url);
  assert.match(
    text,
    /^WRONG form sign-up: form\.example:443 cannot be connected to \((ENETUNREACH|EHOSTUNREACH|no answer)\)/m,
  );
  assert.match(text, /^WRONG Redis can be reached and the internet cannot: .*NAT gateway/m);
});

test('neither answers: what they have in common comes first', async (t) => {
  assert.match(
    await inside(`redis://127.0.0.1:${await busyPort(t)}`),
    /^WRONG neither Redis nor the internet/m,
  );
});

test('targets that nobody could try prove nothing', async (t) => {
  const redis = await startRedis();
  t.after(() => redis.stop());
  assert.doesNotMatch(await inside(redis.url, []), /the internet/);
});

test('the internet answers and Redis does not: the way to Redis is missing', () => {
  const said = (redis?: boolean, targets?: boolean) =>
    textsOf(
      networkFindings(
        { findings: [], ...(redis !== undefined && { connected: redis }) },
        { findings: [], ...(targets !== undefined && { connected: targets }) },
      ),
    ).join('\n');
  assert.match(said(false, true), /^WRONG the internet can be reached and Redis cannot: .*security group/);
  assert.equal(said(true, true), '');
  assert.equal(said(undefined, false), '');
  assert.equal(said(false, undefined), '');
});
