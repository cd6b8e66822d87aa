import { type FileHandle, open } from 'node:fs/promises';
import { messageOf } from '../lib/submission/errors.ts';

/** Opened before the run, which would else be for nothing, and emptied: no older run's figures outlive a failure. */
export async function figuresFileAt(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w');
  } catch (thrown) {
    throw new Error(`--json ${file}: cannot be written there (${messageOf(thrown)})`);
  }
}
