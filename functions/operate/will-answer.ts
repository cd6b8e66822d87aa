import type { Previewed } from '../../lib/ledger/preview.ts';

/** What the ledger would answer to a parked message, in words for people. */
export interface WillAnswer {
  readonly answer: Previewed['kind'] | 'untimely' | 'unacceptable';
  readonly text: string;
}

export function unacceptable(why: string): WillAnswer {
  return { answer: 'unacceptable', text: `The worker would park it again: ${why}.` };
}

/** @param timely whether its times let it be run: of what is not free the ledger says something else first */
export function willAnswer({ kind, phase }: Previewed, timely: boolean): WillAnswer {
  if (kind === 'free' && !timely) {
    return {
      answer: 'untimely',
      text: 'Its expiresAt has passed, or its notBefore is more than 7 days ahead; it will be parked again.',
    };
  }
  return { answer: kind, text: textOf(kind, phase) };
}

function textOf(kind: Previewed['kind'], phase: string | undefined): string {
  switch (kind) {
    case 'free':
      return 'It will be run.';
    case 'held':
      return 'Somebody works on it; it will wait.';
    case 'settled':
      return `It is ${phase}; it will be skipped.`;
    case 'unknown':
      return 'It was sent without proof. Look it up at the target and resolve it first.';
    case 'orphaned':
      return 'Its worker died after arming. It will be looked up, or be unknown.';
    case 'conflict':
      return `Other data for the same identity is ${phase}; it will be parked again.`;
    case 'stale':
      return 'It is older than the ledger remembers; it will be parked again.';
    case 'paused':
      return 'Its form is paused; it will wait.';
    case 'wrongLedger':
      return 'Redis was emptied or swapped. Run doctor first.';
    default:
      return kind satisfies never;
  }
}
