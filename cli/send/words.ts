import { messageOf } from '../../lib/submission/errors.ts';
import { plain, type Said } from '../said.ts';
import type { Journal } from './journal.ts';
import type { LineError } from './lines.ts';
import { number, type Refused, type Sent } from './send-all.ts';

/** Nobody reads more at once; --json has all. */
const SHOWN = 20;

const GOES_ON =
  'The same command goes on from there. A line that was perhaps sent already costs nothing: its key is the same, and it counts once.';

export function invalid(errors: readonly LineError[], lines: number): Said {
  const wrong = new Set(errors.map(({ line }) => line)).size;
  const shown = errors.slice(0, SHOWN).map(({ line, field, message }) => {
    return `line ${line}: ${plain([field, message].filter(Boolean).join(': '))}`;
  });
  const more = errors.length > SHOWN ? [`… and ${number(errors.length - SHOWN)} more (--json has all)`] : [];
  const text = [
    ...shown,
    ...more,
    `${number(wrong)} of ${number(lines)} lines do not fit. Nothing was sent.`,
  ];
  return { done: false, text: text.join('\n'), json: { accepted: 0, errors } };
}

export function oneSent(messageId: string, key: string | undefined): Said {
  const look = key === undefined ? '' : `\nWhat becomes of it: npx sekali watch ${key}`;
  return {
    done: true,
    text: `In the queue, as message ${messageId}.${look}`,
    json: { accepted: 1, messageId, key },
  };
}

export function nothingLeft({ file, state }: Journal): Said {
  return {
    done: true,
    text:
      `All ${number(state.next)} lines are in the queue since an earlier run, begun ${state.createdAt}: nothing was sent. ` +
      `To send them all the same, delete ${file}`,
    json: { accepted: 0, before: state.next, complete: true, refused: [] },
  };
}

export function sentAll(sent: Sent, { state }: Journal, lines: number): Said {
  const { accepted, refused, complete, tookMs } = sent;
  const inQueue = state.next - state.refused.length;
  const text = [
    ...linesOf(refused),
    `${number(inQueue)} of ${number(lines)} lines are in the queue, ${number(accepted)} of them sent now in ${(tookMs / 1_000).toFixed(1)} s` +
      ` (${number(Math.round(accepted / (tookMs / 1_000)))} a second).`,
    ...(complete ? [] : [`Interrupted. ${GOES_ON}`]),
    ...(refused.length > 0
      ? ['The queue did not take the lines above; the same command tries only them again.']
      : []),
  ];
  return {
    done: complete && state.refused.length === 0,
    text: text.join('\n'),
    json: { accepted, before: inQueue - accepted, complete, refused },
  };
}

export function broken(thrown: unknown, { state }: Journal, lines: number): Said {
  const inQueue = state.next - state.refused.length;
  const why = messageOf(thrown);
  return {
    done: false,
    text: `${number(inQueue)} of ${number(lines)} lines are in the queue for certain; then it failed: ${why}\n${GOES_ON}`,
    json: { inQueue, complete: false, error: why },
  };
}

function linesOf(refused: readonly Refused[]): string[] {
  const more =
    refused.length > SHOWN ? [`… and ${number(refused.length - SHOWN)} more (--json has all)`] : [];
  return [...refused.slice(0, SHOWN).map(({ line, why }) => `line ${line}: ${plain(why)}`), ...more];
}
