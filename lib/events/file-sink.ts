import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jsonOf } from './event.ts';
import type { EventSink } from './sink.ts';

/** JSON Lines in a file of this machine, that several processes may write to. */
export function fileSink(file: string): EventSink {
  return {
    async put(event) {
      await mkdir(dirname(file), { recursive: true });
      // One write, at what is the end then (O_APPEND): so lines stay whole.
      await appendFile(file, Buffer.from(`${jsonOf(event)}\n`));
    },
    close() {},
  };
}
