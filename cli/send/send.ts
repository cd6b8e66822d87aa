import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { forms } from '../../forms/index.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { progressLine } from '../progress-line.ts';
import { clientFor, queuesOf } from '../queues.ts';
import { type Said, UsageError } from '../said.ts';
import type { StageValues } from '../stage-arguments.ts';
import { checked } from './check.ts';
import { isFinished, openJournal, SENT } from './journal.ts';
import { type LineError, linesOf } from './lines.ts';
import { sendAll } from './send-all.ts';
import { sweepSent } from './sweep-sent.ts';
import { broken, invalid, nothingLeft, oneSent, sentAll } from './words.ts';

/** Of the client: a network that stumbles is no reason to stop. */
const TRIES = 5;

export interface SendOptions extends StageValues {
  readonly form?: string;
}

export async function send(file: string, { form, ...where }: SendOptions): Promise<Said> {
  const registry = registryOf(forms);
  if (form !== undefined && !registry.has(form)) {
    throw new UsageError(`There is no form "${form}"; there are ${[...registry.keys()].join(', ')}.`);
  }
  const bytes = await contentOf(file);
  const environment = await queuesOf(where);
  // Where the demo's form looks for its target, as its function does.
  Object.assign(process.env, { SEKALI_DEMO_TARGET: environment.SEKALI_DEMO_TARGET ?? '' });
  const read = linesOf(bytes, form === undefined ? undefined : registry.get(form));
  const { messages, errors, repeats } = checked(read.lines, registry);
  const wrong: LineError[] = [...read.errors, ...errors].sort((one, other) => one.line - other.line);
  if (wrong.length > 0) return invalid(wrong, read.lines.length + read.errors.length);
  for (const repeat of repeats) console.error(repeat);

  await sweepSent(SENT, Date.now());
  const journal = await openJournal({
    identity: [environment.SEKALI_QUEUE_URL, form ?? '', bytes],
    lines: messages.length,
  });
  if (isFinished(journal.state)) return nothingLeft(journal);
  const client = clientFor(environment, TRIES);
  const line = progressLine();
  const interrupt = onInterrupt();
  try {
    const sent = await sendAll({
      client,
      queueUrl: environment.SEKALI_QUEUE_URL,
      messages,
      journal,
      interrupted: interrupt.asked,
      show: (text) => line.show(text),
    });
    line.end();
    const [only] = messages;
    // Keys are made with the pepper, which a deployed stage keeps to itself.
    const key = where.stage === 'local' ? only?.key : undefined;
    if (messages.length === 1 && sent.messageId !== undefined) return oneSent(sent.messageId, key);
    return sentAll(sent, journal, messages.length);
  } catch (thrown) {
    line.end();
    return broken(thrown, journal, messages.length);
  } finally {
    interrupt.end();
    client.destroy();
  }
}

async function contentOf(file: string): Promise<Buffer> {
  if (file === '-') return buffer(process.stdin);
  try {
    return await readFile(file);
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read: ${(thrown as Error).message}`);
  }
}

/** The first Ctrl-C lets what is on its way come to its end; the second ends it at once. */
function onInterrupt() {
  let asked = false;
  const ask = () => {
    asked = true;
    end();
  };
  const end = () => void process.off('SIGINT', ask).off('SIGTERM', ask);
  process.on('SIGINT', ask).on('SIGTERM', ask);
  return { asked: () => asked, end };
}
