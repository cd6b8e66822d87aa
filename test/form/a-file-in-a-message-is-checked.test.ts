import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bytesOf } from '../../lib/form/file.ts';
import { fileField } from '../../lib/form/index.ts';

const PDF = 'application/pdf';
const field = fileField({ maxBytes: 4, types: [PDF, 'text/plain'] });
const file = (changes: object = {}) => ({ name: 'cv.pdf', type: PDF, base64: 'AP8QgA==', ...changes });

function errorOf(value: unknown, of = field) {
  const parsed = of.safeParse(value);
  return parsed.success ? undefined : parsed.error.issues.map(({ path, message }) => [...path, message]);
}

test('a file comes out as it went in', () => {
  const parsed = field.parse(file());
  assert.deepEqual(parsed, file());
  assert.deepEqual([...bytesOf(parsed)], [0x00, 0xff, 0x10, 0x80]);
  assert.equal(errorOf(file({ name: 'Lebenslauf Jürgen "neu" (2).pdf', base64: '' })), undefined);
});

test('what is no file of the kind is refused, and no byte of it is told', () => {
  const wrong: [object, RegExp][] = [
    [{ base64: 'AP8QgAE=' }, /^base64,must be a file of at most 4 bytes$/],
    [{ base64: 'AP8QgA' }, /^base64,must be base64, padded/],
    [{ base64: 'AP-_' }, /^base64,must be base64/],
    [{ base64: 'AP8\n' }, /^base64,must be base64/],
    [{ base64: 'AP8QgB==' }, /^base64,must be base64/],
    [{ type: 'text/html' }, /^type,/],
    [{ type: 'TEXT/PLAIN' }, /^type,/],
    [{ name: '' }, /^name,must be a file name/],
    [{ name: '../cv.pdf' }, /^name,must be a file name/],
    [{ name: 'C:\\cv.pdf' }, /^name,must be a file name/],
    [{ name: 'cv.pdf\r\nX-Evil: 1' }, /^name,must be a file name/],
    [{ name: 'c\u0085v.pdf' }, /^name,must be a file name/],
    [{ name: 'x'.repeat(256) }, /^name,/],
    [{ size: 3 }, /Unrecognized key/],
  ];
  for (const [changes, expected] of wrong) {
    const [error, ...others] = errorOf(file(changes)) ?? [];
    assert.match(String(error), expected, JSON.stringify(changes));
    assert.deepEqual(others, [], JSON.stringify(changes));
  }
});

test('unless it says otherwise, the largest file fits into a message with room to spare', async () => {
  const queues = await readFile(new URL('../../infra/queues.yml', import.meta.url), 'utf8');
  const limit = Number(/SubmissionQueue:.*?MaximumMessageSize: (\d+)/s.exec(queues)?.[1]);
  const open = fileField({ types: [PDF] });
  const base64Of = (bytes: number) => Buffer.alloc(bytes).toString('base64');
  const largest = base64Of(170_000);
  assert.equal(errorOf(file({ base64: largest }), open), undefined);
  assert.match(String(errorOf(file({ base64: base64Of(170_001) }), open)), /at most 170000 bytes/);
  assert.ok(largest.length + 16_384 < limit, `${largest.length} of ${limit}`);
});
