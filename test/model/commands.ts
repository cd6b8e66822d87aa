/** Random commands, and the steps that they become in a walk. */
import fc from 'fast-check';
import { type Data, type Ledger, OPERATOR, type Step } from './ledger-model.ts';

const WORKERS = 3;

const oneOf = <const T extends string>(...values: T[]) => fc.constantFrom(...values);
const rarely = fc.constantFrom(false, false, false, false, true);
const worker = fc.nat(WORKERS - 1);
/** Whoever has the lease, whoever armed, or a worker with the token it has, however old. */
const who = fc.oneof(
  { weight: 3, arbitrary: oneOf('holder', 'holder', 'sender') },
  { weight: 1, arbitrary: worker },
);

/** A new delivery of a message, also of one that another worker has; the worker forgets the one before, as in a crash. */
const claim = fc.record({ do: oneOf('claim'), worker, data: oneOf('A', 'A', 'B'), sameToken: rarely });
const arm = fc.record({ do: oneOf('arm'), who, leaseEnds: rarely });
const settle = fc.record({
  do: oneOf('settle'),
  who,
  as: oneOf('refused', 'refused', 'unknown', 'unknown', 'unknown', 'submitted'),
});
const resolve = fc.record({
  do: oneOf('resolve'),
  who: fc.oneof(oneOf('operator'), who),
  judging: oneOf('standing', 'standing', 'standing', 'older'),
  verdict: oneOf('absent', 'absent', 'absent', 'absent', 'absent', 'landed'),
  look: oneOf('late', 'late', 'late', 'early'),
});
const giveBack = fc.record({
  do: oneOf('disarm', 'release'),
  who,
  attempts: oneOf('keep', 'refund', 'reset'),
});
const renew = fc.record({ do: oneOf('renew'), who });
const happening = fc.record({
  do: fc.oneof(
    { weight: 5, arbitrary: oneOf('expireLease') },
    { weight: 3, arbitrary: oneOf('passGrace') },
    { weight: 2, arbitrary: oneOf('resume') },
    { weight: 1, arbitrary: oneOf('pause') },
  ),
});
/** A late copy of an earlier step, with its old arguments. */
const again = fc.record({ do: oneOf('again'), back: fc.nat(15) });

export const commands = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: claim },
    { weight: 7, arbitrary: arm },
    { weight: 4, arbitrary: settle },
    { weight: 5, arbitrary: resolve },
    { weight: 2, arbitrary: giveBack },
    { weight: 1, arbitrary: renew },
    { weight: 6, arbitrary: happening },
    { weight: 4, arbitrary: again },
  ),
  { minLength: 1, maxLength: 80, size: 'max' },
);
export type Command = typeof commands extends fc.Arbitrary<(infer T)[]> ? T : never;
type Who = number | 'holder' | 'sender' | 'operator';

/** Who has which token, and what was asked before. */
export class Cast {
  readonly #tokens = new Map<number, string>();
  readonly #asked: Step[] = [];
  readonly #judgeable: string[] = [];

  /** The step that a command is by now; none where it needs somebody who has not been yet. */
  stepOf(command: Command, state: Ledger): Step | undefined {
    if (command.do === 'again') return this.#asked.at(-1 - command.back);
    const step = this.#newStep(command, state);
    if (step && 'token' in step) this.#asked.push(step);
    return step;
  }

  #newStep(command: Exclude<Command, { do: 'again' }>, state: Ledger): Step | undefined {
    if (command.do === 'claim') return this.#claim(command.worker, command.data, command.sameToken);
    if (!('who' in command)) return command;
    const token = this.#tokenOf(command.who, state);
    if (token === undefined) return undefined;
    if (command.do !== 'resolve') return { ...command, token };
    const { verdict, look } = command;
    return { do: 'resolve', token, judged: this.#judged(command.judging, state), verdict, look };
  }

  #claim(worker: number, data: Data, sameToken: boolean): Step {
    const last = this.#tokens.get(worker);
    const token = sameToken && last ? last : `${data}${this.#asked.length}`;
    this.#tokens.set(worker, token);
    return { do: 'claim', token };
  }

  #tokenOf(who: Who, state: Ledger): string | undefined {
    if (who === 'operator') return OPERATOR;
    if (typeof who === 'number') return this.#tokens.get(who);
    return (who === 'holder' ? state.holder : state.armedBy) || undefined;
  }

  #judged(judging: 'standing' | 'older', state: Ledger): string {
    const standing = state.phase === 'refused' ? state.settledBy : state.armedBy;
    if (this.#judgeable.at(-1) !== standing) this.#judgeable.push(standing);
    return judging === 'standing' ? standing : (this.#judgeable.at(-2) ?? 'an older one');
  }
}
