import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { messageOf } from '../../lib/submission/errors.ts';
import type { Data } from '../../lib/submission/key.ts';

/** Reads the data from a file, or from stdin where it is `-`. @throws Error when it is no JSON object */
export async function readData(file: string): Promise<Data> {
  const from = file === '-' ? 'stdin' : file;
  const written = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(
    (thrown: unknown) => {
      throw new Error(`--data: ${from} cannot be read: ${messageOf(thrown)}`);
    },
  );
  let data: unknown;
  try {
    data = JSON.parse(written);
  } catch {
    // Without the parser's own words, which quote what stands there.
    throw new Error(`--data: ${from} holds no JSON`);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Error(`--data: ${from} must hold one JSON object, such as {"userId": "u-1"}`);
  }
  return data as Data;
}
