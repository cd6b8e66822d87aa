/** What a worker does next: `lib/submission` as a table. */
import type { Step } from '../ledger-model.ts';
import type { Setting } from './setting.ts';
import { freshToken, including, type Place, type Worker, type World } from './world.ts';

/** Where a worker goes: to another place of its delivery, or to the end of it where there is none. */
export type Where = Partial<Worker> | undefined;

/** What becomes of what a worker may do next. */
export interface Ways {
  /** An effect, and where it leads. */
  go(label: string, where: Where, from?: World): void;
  /** A command, and where its answer leads; no answer is `undefined`. */
  ask(step: Step, why: string, lead: (answer?: string) => Where): void;
}

const GIVE_BACK = { at: 'release', onward: 'idle' } as const;

export function workerSteps(world: World, worker: Worker, setting: Setting, { go, ask }: Ways) {
  const { token, data, message, at, onward } = worker;
  const { mishaps, refusals, rules, verify } = setting;
  const release = (why: string, next: Where = undefined) =>
    ask({ do: 'release', token, attempts: 'keep' }, why, (answer) =>
      answer === undefined ? undefined : next,
    );
  const settle = (why: string, as: 'submitted' | 'refused' | 'unknown') =>
    ask({ do: 'settle', token, as }, `${why}, ${as}`, (answer) =>
      answer === undefined || answer === 'notOwner'
        ? undefined
        : { at: afterOutcome(world, as, setting), as },
    );

  switch (at) {
    case 'idle':
      world.messages.forEach(({ queued, data }, message) => {
        if (!queued) return;
        const received = { at: 'claim', message, data, token: freshToken(world, data) } as const;
        go(`receives m${message} (${data})`, received);
        if (setting.tooOften) go(`receives m${message} (${data}) too often`, { ...received, onward: 'park' });
      });
      return;
    case 'claim':
      return ask({ do: 'claim', token }, data, (answer) => {
        return onward === 'park' ? metTooOften(world, answer, setting) : met(world, answer, setting);
      });
    case 'run':
      ask({ do: 'arm', token, leaseEnds: false }, 'holds the submission', (answer) => {
        if (answer === 'armed') return { at: world.replica ? 'confirmArming' : 'send' };
        return answer === undefined ? { at: 'disarm', onward: 'release' } : GIVE_BACK;
      });
      release('fails before arming');
      // A challenge, or attempts used up.
      if (mishaps) release('stops before arming', { at: 'park' });
      if (world.entries > 0) settle('reads that it is registered', 'submitted');
      else if (refusals) settle('reads that it is sold out', 'refused');
      return;
    case 'confirmArming': {
      const { phase, armedBy } = world.replica ?? world.ledger;
      const caughtUp = world.replica === world.ledger && !world.failedOver;
      const has = caughtUp || (phase === 'armed' && armedBy === token);
      const resent = world.failedOver && !rules.waitGoesWithArm;
      if (has || resent) go('arming confirmed', { at: 'send' });
      return go('arming not confirmed', { at: 'disarm', onward: 'release' });
    }
    case 'send': {
      const refusedSent = world.past.refusedSent || world.past.refused.includes(data);
      const past = { ...world.past, refusedSent };
      go('sends', { at: 'await' }, { ...world, flights: [...world.flights, token], past });
      if (mishaps) {
        go('comes too late to send', { at: 'disarm', onward: 'release' });
        go('is proven not to have sent', { at: 'disarm', onward: 'idle' });
        go('is proven not to have sent, for the last time', { at: 'disarm', onward: 'park' });
      }
      return;
    }
    case 'await':
      return verify ? release('gives up waiting') : settle('gives up waiting', 'unknown');
    case 'disarm':
      return ask({ do: 'disarm', token, attempts: 'keep' }, 'takes it back', (answer) => {
        if (onward === 'release') return answer === 'wrongPhase' ? { at: 'release' } : GIVE_BACK;
        if (answer !== 'disarmed' || onward === 'idle') return undefined;
        if (onward === 'park') return { at: 'park' };
        // A token that is fresh in this world is fresh after the disarm, too.
        const next = rules.oneTokenOneClaim ? freshToken(world, data) : token;
        return { at: 'claim', token: next, onward: 'idle', fresh: true };
      });
    case 'release':
      return ask({ do: 'release', token, attempts: 'keep' }, 'gives back', () => {
        if (onward === 'release') return GIVE_BACK;
        return onward === 'park' ? { at: 'park' } : undefined;
      });
    case 'settle':
      return settle('has its proof', worker.as as 'submitted' | 'refused' | 'unknown');
    case 'look':
      if (world.entries > 0) go('sees that it landed', { at: 'resolve', as: 'landed' });
      else go('sees that it is absent', { at: 'resolve', as: 'absent' });
      if (mishaps) {
        settle('cannot tell', 'unknown');
        release('fails to look');
        release('cannot even look', { at: 'park' });
      }
      return;
    case 'resolve': {
      const verdict = worker.as === 'landed' ? 'landed' : 'absent';
      const { judged } = worker;
      return ask({ do: 'resolve', token, judged, verdict, look: 'late' }, verdict, (answer) => {
        if (answer === undefined) return undefined;
        if (answer !== 'resolved') return GIVE_BACK;
        return verdict === 'landed' ? { at: afterOutcome(world, verdict, setting) } : undefined;
      });
    }
    case 'confirmOutcome': {
      const phase = world.replica?.phase;
      if (phase === 'submitted' || phase === 'refused' || phase === worker.as) {
        go('outcome confirmed', { at: worker.as === 'unknown' ? 'park' : 'delete' });
      }
      return go('outcome not confirmed', undefined);
    }
    case 'park':
      go('sends a copy to parking', { at: 'delete' }, { ...world, parked: including(world.parked, data) });
      if (mishaps) go('cannot park', undefined);
      return;
    case 'delete': {
      const messages = world.messages.map((other, nth) =>
        nth === message ? { ...other, queued: false } : other,
      );
      go(`deletes m${message}`, undefined, { ...world, messages });
      if (mishaps) go(`cannot delete m${message}`, undefined);
      return;
    }
  }
}

/** What a delivery meets, and where that leads. */
function met(world: World, answer: string | undefined, setting: Setting): Where {
  const [kind, , judged = ''] = answer?.split(/,? /) ?? [];
  switch (kind) {
    case 'claimed':
      return { at: 'run' };
    case 'settled':
      return { at: afterOutcome(world, '', setting) };
    case 'held':
      return setting.rules.heldIsDeferred ? undefined : { at: 'delete' };
    case 'unknown':
    case 'conflict':
      return { at: 'park' };
    case 'orphaned':
      if (!setting.verify) return { at: 'settle', as: 'unknown' };
      return answer?.endsWith('too early') ? GIVE_BACK : { at: 'look', judged };
    default:
      return undefined;
  }
}

/** From receive 90 on, whatever is not at its end is parked. */
function metTooOften(world: World, answer: string | undefined, setting: Setting): Where {
  if (answer?.startsWith('settled')) return { at: afterOutcome(world, '', setting), onward: 'idle' };
  if (answer?.startsWith('claimed') || answer?.startsWith('orphaned')) return { at: 'release' };
  return { at: 'park', onward: 'idle' };
}

/** Once the ledger holds the outcome: its WAIT, where there is a replica; then the message goes, or a copy is parked. */
function afterOutcome({ replica }: World, as: Worker['as'], { rules }: Setting): Place {
  if (replica && rules.outcomeIsConfirmed) return 'confirmOutcome';
  return as === 'unknown' ? 'park' : 'delete';
}
