import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineEvents } from '../../lib/doctor/events.ts';
import type { Examiner } from '../../lib/doctor/examiner.ts';
import { examinerOf, SHORT, textsOf } from './support.ts';

async function look(options: Partial<Examiner>, env: Record<string, string> = {}) {
  const examiner = await examinerOf({}, { where: 'function', ...SHORT, ...options });
  const bus = { SEKALI_EVENT_BUS: 'sekali-prod', AWS_REGION: 'eu-west-1', ...env };
  const asked: string[] = [];
  const lookUp = async (host: string) => {
    asked.push(host);
    return options.lookUp?.(host) ?? [];
  };
  const { findings } = await examineEvents({ ...examiner, env: { ...examiner.env, ...bus }, lookUp });
  return { texts: textsOf(findings), asked };
}

test('no name, no way: told, with what to do', async () => {
  const gone = async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
  const { texts, asked } = await look({ lookUp: gone });
  assert.deepEqual(asked, ['events.eu-west-1.amazonaws.com']);
  assert.match(
    texts.join(),
    /^WRONG events: events\.eu-west-1\.amazonaws\.com cannot be reached \(ENOTFOUND\)/,
  );
  // Nobody's: what is sent there is never answered.
  const { texts: silent } = await look({ lookUp: async () => ['192.0.2.1'] });
  assert.match(silent.join(), /^WRONG events: .*(NAT)/);
});

test('without a bus, or seen from a person’s machine, nothing is looked at', async () => {
  for (const { texts, asked } of [await look({}, { SEKALI_EVENT_BUS: '' }), await look({ where: 'here' })]) {
    assert.deepEqual([texts, asked], [[], []]);
  }
});
