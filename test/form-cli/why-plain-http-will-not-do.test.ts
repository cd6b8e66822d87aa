import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlain } from '../../lib/inspect/definition.ts';
import { inspectForm, startPages } from './support.ts';

const target = await startPages();

for (const path of ['/plain', '/every-kind', '/draft', '/unlabelled', '/two']) {
  test(`plain HTTP does for ${path}`, async () => {
    const form = await inspectForm(target, path);
    assert.deepEqual(form.http.whyNot, []);
    assert.ok(isPlain(form));
  });
}

const REASONS: Readonly<Record<string, RegExp>> = {
  '/json': /a script sends it \(application\/json\)/,
  '/get-by-script': /a script sends it/,
  '/get': /it submits by GET/,
  '/token-by-script': /a script fills in the hidden field "token"/,
  '/changed-by-script': /a script changes what is sent: "name", "sum"/,
  '/cascading': /the choices of "City" load after another choice/,
  '/frame': /it stands in a frame/,
  '/shadow': /a shadow root/,
  '/drawn': /a script draws "Colour"/,
  '/no-form': /in no <form>/,
  '/captcha': /a challenge runs in it \(recaptcha\)/,
  '/invalid': /could not be seen/,
};
for (const [path, reason] of Object.entries(REASONS)) {
  test(`plain HTTP will not do for ${path}, and it says why`, async () => {
    const form = await inspectForm(target, path);
    assert.match(form.http.whyNot.join('\n'), reason);
    assert.ok(!isPlain(form));
  });
}

test('through all of this nothing but GETs left, and none that carried anything', () => {
  assert.deepEqual(
    target.seen.filter(({ method, query }) => method !== 'GET' || query !== ''),
    [],
  );
});
