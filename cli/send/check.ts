import { MAX_MESSAGE_BYTES } from '../../functions/api/routes/submit.ts';
import { allowList } from '../../lib/egress/allow.ts';
import { accept } from '../../lib/form/accept.ts';
import type { Registry } from '../../lib/form/registry.ts';
import { parseMessage } from '../../lib/queue/message.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import type { LineError, Lines } from './lines.ts';

/** What is going to be sent. */
export interface Checked {
  readonly line: number;
  /** Without a `createdAt`, unless the producer gave one. */
  readonly message: object;
  readonly bytes: number;
  /** Made without a pepper: the stage's own only where that has none. */
  readonly key: string;
}

export interface Checks {
  readonly messages: readonly Checked[];
  readonly errors: readonly LineError[];
  /** Of submissions that stand there more than once, in plain words. */
  readonly repeats: readonly string[];
}

/** Checks each line as the worker will, before the first one is sent. */
export function checked(lines: Lines['lines'], registry: Registry): Checks {
  const messages: Checked[] = [];
  const errors: LineError[] = [];
  const first = new Map<string, { readonly line: number; readonly dataHash: string }>();
  const again = { same: [] as string[], other: [] as string[] };
  const lists = new Map([...registry].map(([name, { allow }]) => [name, allowList(allow)]));
  const allows = (name: string, host: string) => lists.get(name)?.(host) ?? false;
  for (const { line, text } of lines) {
    try {
      const { form, data } = parseMessage(text);
      const { key, dataHash } = accept(registry, form, data, { allows });
      // `createdAt` goes along; it has always the same length.
      const bytes = Buffer.byteLength(text) + CREATED_AT_BYTES;
      if (bytes > MAX_MESSAGE_BYTES) {
        errors.push({ line, field: '', message: `has ${bytes} bytes; the queue takes ${MAX_MESSAGE_BYTES}` });
        continue;
      }
      messages.push({ line, message: JSON.parse(text), bytes, key });
      const before = first.get(key);
      if (before === undefined) first.set(key, { line, dataHash });
      else again[before.dataHash === dataHash ? 'same' : 'other'].push(`${line} as ${before.line}`);
    } catch (thrown) {
      if (!(thrown instanceof ParkError)) throw thrown;
      errors.push(...thrown.errors.map(({ field, message }) => ({ line, field, message })));
    }
  }
  return { messages, errors, repeats: [...told(again.same, SAME), ...told(again.other, OTHER)] };
}

const CREATED_AT_BYTES = `,"createdAt":"${new Date(0).toISOString()}"`.length;
const SAME = 'the same submission as an earlier one: it counts once';
const OTHER =
  'the same submission as an earlier one, with OTHER DATA: the later one will be parked as conflict';

function told(pairs: readonly string[], what: string): string[] {
  const [example] = pairs;
  return example === undefined ? [] : [`${pairs.length} of the lines (such as ${example}): ${what}.`];
}
