import { parseArgs } from 'node:util';
import { z } from 'zod';
import { forms } from '../../forms/index.ts';
import type { LedgerStage } from '../../lib/config/stage.ts';
import { Connection } from '../../lib/ledger/connection.ts';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { PHASES } from '../../lib/submission/phases.ts';
import { ledgerOptions } from '../ledger-options.ts';
import { list, pause, resolve, resume, type Said, status } from './commands.ts';
import { STAGE_OPTIONS } from './stage-options.ts';

/** What each command is about. */
const SUBJECTS: Readonly<Record<string, string>> = {
  status: 'a key, the whole of it',
  list: `a phase: ${PHASES.join(', ')}`,
  pause: 'a form',
  resume: 'a form',
  resolve: 'a key, the whole of it',
};

const EVENT = z.object({ args: z.array(z.string()), who: z.string() });

/** With its zone: the function is in another one than the person who looked. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** What the function `operator` is asked. */
export interface OperatorEvent {
  readonly args: readonly string[];
  readonly who: string;
}

/** @throws Error in plain words for what is none: anybody who may call the function may send it anything */
export function operatorEvent(received: unknown): OperatorEvent {
  const event = EVENT.safeParse(received);
  if (event.success) return event.data;
  throw new Error('This function is asked by "npm run sekali -- … --stage X".');
}

/** A command that was understood. */
export interface OperatorCommand {
  /** Which stage is meant, as typed; whoever stands in a stage already need not look. */
  readonly values: { readonly stage: string; readonly param: readonly string[] };
  /** Opens the ledger, and carries the command out. @throws LedgerError */
  act(stage: LedgerStage): Promise<Said>;
}

/**
 * Reads an operator's command, such as `['pause', 'event-registration', '--why', 'closed for repairs']`. The command line
 * and the function `operator` share it, so that a person types the same wherever Redis is.
 * @param who decides, where the arguments do not say
 * @throws Error in plain words for what is no command
 */
export function operatorCommand(args: readonly string[], who: string): OperatorCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...STAGE_OPTIONS,
      who: { type: 'string', default: who },
      why: { type: 'string' },
      'looked-at': { type: 'string' },
    },
  });
  const [name, subject, verdict, ...rest] = positionals;
  if (name === undefined) throw new Error('Say what to do.');
  const about = Object.hasOwn(SUBJECTS, name) ? SUBJECTS[name] : undefined;
  if (about === undefined) throw new Error(`There is no command "${name}".`);
  if (subject === undefined) throw new Error(`${name} needs ${about}.`);
  const tooMany = name === 'resolve' ? rest : positionals.slice(2);
  if (tooMany.length > 0) throw new Error(`${name} ${subject}: "${tooMany.join(' ')}" is too much.`);
  const { why, who: by } = values;
  if (!by.trim()) throw new Error('Say who decides, with --who.');
  const command = (act: (on: Ledger) => Promise<Said>) => ({ values, act: onLedger(act) });
  switch (name) {
    case 'status':
      return command(({ connection }) => status(connection, subject));
    case 'list':
      if (!(PHASES as readonly string[]).includes(subject))
        throw new Error(`There is no phase "${subject}"; there are ${PHASES.join(', ')}.`);
      return command(({ connection }) => list(connection, subject));
    case 'resume':
      return command(({ connection }) => resume(connection, subject));
    case 'pause':
      if (!why?.trim()) throw new Error('Say why, with --why.');
      // Where the ledger is: a deployed stage may have other forms than this folder.
      return command(async ({ connection }) =>
        forms.some(({ name }) => name === subject)
          ? pause(connection, subject, `${why} (${by})`)
          : {
              done: false,
              text: `There is no form "${subject}"; there are ${forms.map(({ name }) => name).join(', ')}.`,
            },
      );
    case 'resolve': {
      if (verdict !== 'landed' && verdict !== 'absent') throw new Error('Say landed or absent.');
      if (!why?.trim()) throw new Error('Say why, with --why.');
      const lookedAtMs = verdict === 'landed' ? 0 : lookedAt(values['looked-at'] ?? '');
      const form = forms.find(({ name }) => subject.startsWith(`${name}.`));
      return command(({ connection, ledger, stage }) =>
        resolve(connection, ledger, subject, {
          verdict,
          lookedAtMs,
          who: by,
          why,
          flightGraceMs: form?.flightGraceMs ?? stage.flightGraceMs,
        }),
      );
    }
    default:
      throw new Error(`There is no command "${name}".`);
  }
}

function lookedAt(text: string): number {
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new Error(
      'Say when you began to look at the target, with its time zone, such as --looked-at 2026-01-31T09:00:00Z.',
    );
  }
  if (ms > Date.now()) throw new Error(`--looked-at ${text} is in the future.`);
  return ms;
}

interface Ledger {
  readonly connection: Connection;
  readonly ledger: RedisLedger;
  readonly stage: LedgerStage;
}

function onLedger(act: (on: Ledger) => Promise<Said>): OperatorCommand['act'] {
  return async (stage) => {
    const options = ledgerOptions(stage);
    const connection = new Connection(options);
    const ledger = new RedisLedger(options);
    try {
      return await act({ connection, ledger, stage });
    } finally {
      connection.close();
      ledger.close();
    }
  };
}
