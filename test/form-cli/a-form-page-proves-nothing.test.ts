import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceWith } from '../../lib/form/index.ts';
import { type Guess, guessProofs } from '../../lib/inspect/proof-guesses.ts';
import { THANKS } from './pages.ts';

const answer = (text: string) => ({ url: '', status: 200, text, $: () => undefined });
const proof = (guess: Guess | undefined) =>
  guess &&
  sentenceWith(new RegExp(guess.pattern, 'i'), {
    ...(guess.unless && { unless: new RegExp(guess.unless, 'i') }),
  });

test('words that the form page says already are left out, and told', () => {
  const page =
    'Thank you for your interest. All fields are required. Already registered? Tickets: not sold out.';
  const { receipt, already, refused, leftOut } = guessProofs(['', page]);
  for (const guess of [receipt, already, refused]) assert.equal(proof(guess)?.(answer(page)), undefined);
  assert.deepEqual(leftOut, ['Thank you', 'Already registered', 'sold out', 'are required']);
  assert.equal(proof(receipt)?.(answer('Your entry has been received.')), 'Your entry has been received.');
});

test('where the page says all of them, there is no guess', () => {
  const all = [
    'thank you thanks for successful received your order complete receipt no bid ab-123 you are registered "ok":true',
    'terima kasih berhasil',
    'already registered sudah terdaftar',
  ];
  const { receipt, already, refused } = guessProofs(all);
  assert.equal(receipt, undefined);
  assert.equal(already, undefined);
  assert.ok(refused);
});

const { receipt, already, refused, challenge } = guessProofs(['Name Email Send']);

for (const text of [
  'Thank you. Unfortunately all seats are taken.',
  'Thank you for your interest. Registration is closed.',
  'You are already registered. Receipt R-1',
  'Your payment was not successful',
  'Unsuccessful',
  '{"success":false,"message":"Thank you"}',
  'Sorry, your entry could not be accepted. Reference no 17',
]) {
  test(`no receipt: ${text}`, () => assert.equal(proof(receipt)?.(answer(text)), undefined));
}

for (const [text, sentence] of [
  [THANKS.replace(/<[^>]*>/g, ' '), 'Thank you'],
  ['Dear Ana.\nYour registration is complete! See you.', 'Your registration is complete!'],
  ['{"ok":true,"number":"E-1"}', '"ok":true'],
  ['Appointment AP-00017', 'AP-00017'],
  ['Pendaftaran berhasil.', 'Pendaftaran berhasil.'],
] as const) {
  test(`a receipt: ${sentence}`, () => assert.ok(proof(receipt)?.(answer(text))?.includes(sentence)));
}

test('refusals, repeats and challenges have their sentences', () => {
  assert.equal(proof(refused)?.(answer('Sorry. Sold out: Bali Expo')), 'Sold out: Bali Expo');
  assert.equal(proof(already)?.(answer('You have already applied.')), 'You have already applied.');
  assert.equal(
    proof(challenge)?.(answer('Please confirm: I am not a robot')),
    'Please confirm: I am not a robot',
  );
});
