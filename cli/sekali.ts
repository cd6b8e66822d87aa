import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { forms } from '../forms/index.ts';
import { ledgerOptions } from '../functions/ledger-options.ts';
import { type LedgerStage, readLedgerStage } from '../lib/config/stage.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { RedisLedger } from '../lib/ledger/redis-ledger.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { argumentsOr } from './arguments.ts';
import { list, pause, resolve, resume, type Said, status } from './operator.ts';
import { environmentOf, STAGE_OPTIONS, STAGE_USAGE } from './stage-arguments.ts';

const USAGE = `Looks into the ledger of a stage, and decides what only a person can.

  npm run sekali -- status KEY                where a submission stands
  npm run sekali -- list PHASE                all submissions in a phase: unknown, armed, refused, …
  npm run sekali -- resolve KEY landed --why TEXT
  npm run sekali -- resolve KEY absent --why TEXT --looked-at TIME
                                              settles an unknown by what you found at the target; TIME is when you
                                              began to look, such as 2026-01-31T09:00:00Z
  npm run sekali -- pause FORM --why TEXT     nothing new is sent; messages wait
  npm run sekali -- resume FORM

${STAGE_USAGE}
  --who     who decides (default: your user name)

Examples
  npm run sekali -- list unknown --param redisUrl=redis://127.0.0.1:6379
  npm run sekali -- resolve event-registration.3f2a… landed --why "receipt R-00007 on the attendee list"

Exit code 0: done. 1: not done, and the line says why. 2: wrong usage.`;

const run = await argumentsOr(USAGE, readCommand);
try {
  const { done, text } = await run();
  console.log(text);
  process.exitCode = done ? 0 : 1;
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}

async function readCommand(): Promise<() => Promise<Said>> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...STAGE_OPTIONS,
      who: { type: 'string', default: userInfo().username },
      why: { type: 'string' },
      'looked-at': { type: 'string' },
    },
  });
  const [command, subject, verdict, ...rest] = positionals;
  if (command === undefined || subject === undefined || rest.length > 0)
    throw new Error('Say what to do with what.');
  const stage = readLedgerStage(await environmentOf(values));
  const { why, who } = values;
  switch (command) {
    case 'status':
      return () => onLedger(stage, ({ connection }) => status(connection, subject));
    case 'list':
      return () => onLedger(stage, ({ connection }) => list(connection, subject));
    case 'resume':
      return () => onLedger(stage, ({ connection }) => resume(connection, subject));
    case 'pause':
      if (why === undefined) throw new Error('Say why, with --why.');
      return () => onLedger(stage, ({ connection }) => pause(connection, subject, `${why} (${who})`));
    case 'resolve': {
      if (verdict !== 'landed' && verdict !== 'absent') throw new Error('Say landed or absent.');
      if (why === undefined) throw new Error('Say why, with --why.');
      const lookedAtMs = verdict === 'landed' ? 0 : Date.parse(values['looked-at'] ?? '');
      if (Number.isNaN(lookedAtMs))
        throw new Error('Say when you began to look at the target, with --looked-at.');
      const form = forms.find(({ name }) => subject.startsWith(`${name}.`));
      const flightGraceMs = form?.flightGraceMs ?? stage.flightGraceMs;
      return () =>
        onLedger(stage, ({ connection, ledger }) =>
          resolve(connection, ledger, subject, { verdict, lookedAtMs, who, why, flightGraceMs }),
        );
    }
    default:
      throw new Error(`There is no command "${command}".`);
  }
}

async function onLedger(
  stage: LedgerStage,
  act: (on: { readonly connection: Connection; readonly ledger: RedisLedger }) => Promise<Said>,
): Promise<Said> {
  const options = ledgerOptions(stage);
  const connection = new Connection(options);
  const ledger = new RedisLedger(options);
  try {
    return await act({ connection, ledger });
  } finally {
    connection.close();
    ledger.close();
  }
}
