import { Argument, type Command } from 'commander';
import { Submission } from '../../functions/api/schemas.ts';
import { type Asker, read } from '../ask/asker.ts';
import type { Where } from '../ask/asker-for.ts';
import { asking, askingCommand, saying } from '../command.ts';
import { type Confirm, confirmation } from '../confirm.ts';
import { plain, type Said, UsageError } from '../said.ts';
import { readSubmission } from './look.ts';

/** With its zone: the stage is in another one than the person who looked. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

export interface Verdict {
  readonly verdict: 'landed' | 'absent';
  readonly why: string;
  readonly receipt?: string | undefined;
  /** When the person began to look at the target; *absent* is believed only if that was late enough. */
  readonly lookedAt?: string | undefined;
}

export const resolveCommand = (): Command =>
  askingCommand('resolve <key>', {
    summary: 'settles an unknown by what you found at the target',
    more: 'landed: it is there. absent: it is not; believed only of a look that began late enough.',
    examples: [
      'resolve event-registration.3f2a… landed --why "on the attendee list" --receipt R-00007',
      'resolve event-registration.3f2a… absent --why "not on the list" --looked-at 2026-01-31T09:00:00Z',
    ],
  })
    .addArgument(new Argument('<verdict>', 'what you found').choices(['landed', 'absent']))
    .requiredOption('--why <text>', 'how you know')
    .option('--receipt <text>', 'of landed: what proves it (default: the reason)')
    .option('--looked-at <time>', 'of absent: when you began to look, such as 2026-01-31T09:00:00Z')
    .option('--who <name>', 'who decides (default: your user name)')
    .option('--yes', 'do not ask on a terminal')
    .action(
      saying(
        async (
          key: string,
          verdict: Verdict['verdict'],
          options: Where & Omit<Verdict, 'verdict'> & { readonly yes?: boolean },
        ) => {
          const checked = checkedVerdict({ ...options, verdict });
          return asking(options, (asker) => resolve(asker, key, checked, confirmation(options)));
        },
      ),
    );

/** @throws UsageError for what would be misread */
export function checkedVerdict({ verdict, why, receipt, lookedAt }: Verdict): Verdict {
  if (!why.trim()) throw new UsageError('Say why, with --why.');
  if (verdict === 'landed') return { verdict, why, receipt };
  const ms = MOMENT.test(lookedAt ?? '') ? Date.parse(lookedAt ?? '') : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new UsageError(
      'Say when you began to look at the target, with its time zone, such as --looked-at 2026-01-31T09:00:00Z.',
    );
  }
  if (ms > Date.now()) throw new UsageError(`--looked-at ${lookedAt} is in the future.`);
  return { verdict, why, lookedAt: new Date(ms).toISOString() };
}

/** @throws Refusal with the reason, and from when "absent" may be said */
export async function resolve(
  asker: Asker,
  key: string,
  { verdict, why, receipt, lookedAt }: Verdict,
  confirm: Confirm,
): Promise<Said> {
  const before = await readSubmission(asker, key);
  const { phase, label, armedBy } = before;
  if (armedBy === undefined) {
    return { done: false, text: `${key} is ${phase}: there is nothing to resolve.`, json: before };
  }
  const question = `${plain(label)} is ${phase} (${plain(before.outcome?.text ?? 'no proof')}). Resolve it as ${verdict}?`;
  if (!(await confirm(question))) return { done: false, text: 'Nothing was done.', json: before };
  const after = await read(
    asker,
    {
      method: 'POST',
      path: `/submissions/${encodeURIComponent(key)}/resolution`,
      body:
        verdict === 'landed'
          ? { verdict, armedBy, why, receipt: receipt ?? why }
          : { verdict, armedBy, why, lookedAt },
    },
    Submission,
  );
  const text =
    verdict === 'landed'
      ? `${key} is submitted.`
      : `${key} is open again: retry its parked message (npx sekali retry ${key}), or send it once more, and it will be submitted.`;
  return { done: true, text, json: after };
}
