import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runForm } from './support.ts';

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /One command/],
  [['inspect'], /One command/],
  [['look', 'https://example.org'], /no command "look"/],
  [['inspect', 'example.org'], /no web address/],
  [['inspect', 'file:///etc/passwd'], /no web address/],
  [['inspect', 'https://example.org', '--name', 'Not So'], /--name may hold/],
  [['inspect', 'https://example.org', '--submit'], /go with try/],
  [['try', 'event-registration'], /--data FILE is missing/],
  [['try', 'no-such-form', '--data', '-'], /no form "no-such-form"/],
  [['try', 'event-registration', '--data', '/no/such/file'], /cannot be read/],
  [['try', 'event-registration', '--data', '-'], /holds no JSON/],
  [['try', 'event-registration', '--data', '-', '--force'], /go with inspect/],
  [['try', 'event-registration', '--date', 'x'], /--date/],
];

for (const [args, says] of WRONG) {
  test(`form ${args.join(' ')}`, async () => {
    const { exitCode, out, err } = await runForm(args, 'not json: 4711');
    assert.equal(exitCode, 2);
    assert.match(err, says);
    assert.match(err, /--help tells more/);
    assert.ok(!`${out}${err}`.includes('4711'));
  });
}

test('form --help', async () => {
  const { exitCode, out } = await runForm(['--help']);
  assert.equal(exitCode, 0);
  assert.match(out, /inspect URL[\s\S]*try NAME --data FILE/);
});

test('data that does not fit is no wrong usage: every wrong field is listed', async () => {
  const { exitCode, out } = await runForm(
    ['try', 'event-registration', '--data', '-'],
    '{"userId":"","seats":99}',
  );
  assert.equal(exitCode, 1);
  for (const field of ['userId', 'eventId', 'fullName', 'email', 'seats']) {
    assert.match(out, new RegExp(`data\\.${field}: \\S`));
  }
});
