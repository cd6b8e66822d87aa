import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf, jsonOf } from '../../lib/events/event.ts';

test('half a character, told by a page or made by a cut, becomes a sign that every reader takes', () => {
  const event = endOf(
    'form.1',
    {
      form: 'form',
      eventDue: '1700000000000',
      event: JSON.stringify({
        type: 'submitted',
        messageId: 'm',
        attempt: 1,
        createdAt: 1,
        label: `${'x'.repeat(999)}\u{1f600}`,
      }),
      outcome: JSON.stringify({ text: 'a\ud83d' }),
    },
    'local',
  );
  const json = jsonOf(event);
  assert.ok(json.isWellFormed());
  assert.doesNotMatch(json, /\\ud83d/);
  assert.equal(JSON.parse(json).outcome.text, 'a\ufffd');
});
