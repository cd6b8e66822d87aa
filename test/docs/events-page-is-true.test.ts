import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { busSink } from '../../lib/events/bus-sink.ts';
import { Event, parkedOf } from '../../lib/events/event.ts';
import { tellerOn } from '../support/events.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, resolveAs, useLedger } from '../support/ledger.ts';

const on = useLedger();
const page = await readFile(join(import.meta.dirname, '../../docs/events.md'), 'utf8');
const [submitted, reopened, parked, pattern, ...others] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
  ([, text = '']) => JSON.parse(text),
);
assert.equal(others.length, 0);

test('its table has every type', () => {
  const types = Event.options.flatMap(({ shape }) => [...shape.type.values]);
  const told = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, type]) => type);
  assert.deepEqual(told, types);
});

test('its samples are of the shape that the schema says, and their ids and times are one', () => {
  for (const sample of [submitted, reopened, parked]) {
    const event = Event.parse(sample);
    assert.deepEqual(event, sample);
    if (event.type === 'parked') assert.equal(event.id, `${event.messageId}/parked`);
    else assert.equal(event.id, `${event.key}/${event.type}/${Date.parse(event.at)}`);
  }
});

test('what is really told has the fields of its samples', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = newClaim(newKey());
  await on.ledger.claim(claimRequest(claim));
  await on.ledger.arm(claim, { ...ARM_TIMES, deadlineMs: -1 });
  await on.ledger.settle(claim, 'unknown', { text: 'no proof' });
  await resolveAs(on, claim.key, 'absent', 0);
  await teller.tell(claim.key, 60_000);
  const again = newClaim(claim.key);
  await on.ledger.claim(claimRequest(again));
  await on.ledger.settle(again, 'submitted', submitted.outcome);
  await teller.tell(claim.key, 60_000);
  const [first, second] = sink.events;
  assert.deepEqual(fieldsOf(first), fieldsOf(reopened));
  assert.deepEqual(fieldsOf(second), fieldsOf(submitted));
  const { messageId, form, reason, errors } = parked;
  const made = parkedOf({ messageId, form, reason, errors, createdAtMs: 0, parkedAtMs: 0 }, 'prod');
  assert.deepEqual(fieldsOf(made), fieldsOf(parked));
});

test('its rule chooses what it says, and leaves the rest', async () => {
  const chosen = [];
  for (const sample of [submitted, reopened, parked, { ...submitted, form: 'another' }]) {
    if (matches(await entryOf(sample))) chosen.push(sample);
  }
  assert.deepEqual(chosen, [submitted, parked]);
});

/** Names, of those within too. */
function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value)
    .flatMap(([name, one]) => [name, ...fieldsOf(one).map((field) => `${name}.${field}`)])
    .sort();
}

/** As EventBridge hands it to rules. */
async function entryOf(event: Event): Promise<Record<string, unknown>> {
  const sent: PutEventsCommand['input'][] = [];
  const client = {
    async send({ input }: PutEventsCommand) {
      sent.push(input);
      return { FailedEntryCount: 0 };
    },
  };
  const sink = busSink('sekali-prod', client as unknown as EventBridgeClient);
  await sink.put(event, AbortSignal.timeout(1_000));
  const entry = sent[0]?.Entries?.[0];
  return {
    source: entry?.Source,
    'detail-type': entry?.DetailType,
    detail: JSON.parse(entry?.Detail ?? ''),
  };
}

function matches(entry: Record<string, unknown>): boolean {
  const { detail, ...top } = pattern;
  const event = entry.detail as Record<string, unknown>;
  const isIn = (wanted: Record<string, unknown[]>, given: Record<string, unknown>) =>
    Object.entries(wanted).every(([name, values]) => values.includes(given[name]));
  return isIn(top, entry) && isIn(detail, event);
}
