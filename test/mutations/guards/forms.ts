import type { Guard } from '../guard.ts';

const KEPT_PAGE = ['test/senders-http/the-kept-page-hides-secrets.test.ts'];

/** Of filling, secrets, `inspect` and `try`. */
export const forms: readonly Guard[] = [
  {
    guard: 'http: a secret with tags in it is hidden',
    file: 'lib/form/hide-in-html.ts',
    find: 'merged([...find(html), ...find(untagged)])',
    replace: 'find(html)',
    tests: KEPT_PAGE,
  },
  {
    guard: 'secrets are hidden before a text is cut',
    file: 'lib/form/secrets.ts',
    find: 'hide(text).slice(0, MAX_BRIEF)',
    replace: 'hide(text.slice(0, MAX_BRIEF))',
    tests: ['test/form/a-secret-is-not-cut-in-half.test.ts'],
  },
  {
    guard: 'a field that was replaced is not filled blindly',
    file: 'lib/form/entered.ts',
    find: "if (where === 'another') {",
    replace: "if (where === 'gone') {",
    tests: ['test/fill/values-are-read-back-before-the-click.test.ts'],
  },
  {
    guard: 'a value that does not hold stops before the submit',
    file: 'lib/form/entered.ts',
    find: 'await entry.putSlowly();\n  if (await entry.holds()) return;',
    replace: 'await entry.putSlowly();\n  return;',
    tests: ['test/fill/what-does-not-hold-is-typed-key-by-key.test.ts'],
  },
  {
    guard: 'cents are not grouping',
    file: 'lib/form/enter.ts',
    find: 'if (/\\d[.,]\\d{1,2}\\D*$/.test(is)) return false;',
    replace: '',
    tests: ['test/fill/grouping-is-told-from-another-value.test.ts'],
  },
  {
    guard: 'a dry click sends not even a GET',
    file: 'lib/inspect/dry-click.ts',
    find: 'return leaves ? route.abort',
    replace: 'return false ? route.abort',
    tests: ['test/form-cli/why-plain-http-will-not-do.test.ts'],
  },
  {
    guard: 'what a form page says before the submit is not guessed to be its receipt',
    file: 'lib/inspect/proof-guesses.ts',
    find: 'return found === undefined;',
    replace: 'return true;',
    tests: ['test/form-cli/a-form-page-proves-nothing.test.ts'],
  },
  {
    guard: 'a token that a script fills in is not sent without it',
    file: 'lib/inspect/plain-http.ts',
    find: '...filledByScript(browser, css),',
    replace: '',
    tests: ['test/form-cli/why-plain-http-will-not-do.test.ts'],
  },
  {
    guard: 'a written locator finds one control, and that one',
    file: 'lib/inspect/find.ts',
    find: 'found.length === 1 && found[0] === one',
    replace: 'found.length > 0',
    tests: ['test/form-cli/written-definitions-compile-and-submit.test.ts'],
  },
  {
    guard: 'no secret in what try shows',
    file: 'cli/form/hide-deep.ts',
    find: 'if (secrets.none) return value;',
    replace: 'return value;',
    tests: ['test/form-cli/secrets-are-not-printed.test.ts'],
  },
  {
    guard: 'a field is left before it is read back',
    file: 'lib/form/entered.ts',
    find: "for (const one of all) if ((await one.isSame()) !== 'gone') await leave(one.control);",
    replace: '',
    tests: ['test/fill/a-field-is-left-before-it-is-read-back.test.ts'],
  },
];
