import { Argument, type Command } from 'commander';
import type { z } from 'zod';
import { Decided, ParkedMessage, ParkedMessages } from '../../functions/api/schemas.ts';
import { type Asker, read } from '../ask/asker.ts';
import type { Where } from '../ask/asker-for.ts';
import { asking, askingCommand, saying } from '../command.ts';
import { type Confirm, confirmation } from '../confirm.ts';
import { plain, type Said, UsageError } from '../said.ts';

export type Decision = 'retry' | 'keep' | 'discard';
interface DecideOptions extends Where {
  readonly why?: string;
  readonly yes?: boolean;
}

const QUEUES = { queues: true };

export const parkedCommand = (): Command =>
  askingCommand('parked', {
    summary: 'the parked messages, and what would become of each if it were retried',
    more: 'Up to 200. What somebody else looks at in this moment is not seen.',
    examples: ['parked', 'parked --stage prod --json'],
  }).action(saying((where: Where) => asking(where, parked, QUEUES)));

export const retryCommand = (): Command =>
  decisionCommand('retry', {
    summary: 'sends a parked message to the queue again, as old as it was',
    more: 'Refused while its submission is unknown: resolve that first.',
    examples: ['retry event-registration.3f2a…', 'retry 5c1d7f0a-… --why "the form is mended" --stage prod'],
  }).option('--why <text>', 'for the history');

export const keepCommand = (): Command =>
  decisionCommand('keep', {
    summary: 'parks a fresh copy of a parked message, so that its retention starts anew',
    examples: ['keep event-registration.3f2a… --why "the target is down until Monday"'],
  }).option('--why <text>', 'for the history');

export const discardCommand = (): Command =>
  decisionCommand('discard', {
    summary: 'deletes a parked message for good',
    examples: ['discard 5c1d7f0a-… --why "the producer sent it anew" --stage prod'],
  }).requiredOption('--why <text>', 'for the history');

function decisionCommand(decision: Decision, told: Parameters<typeof askingCommand>[1]): Command {
  return askingCommand(decision, told)
    .addArgument(new Argument('<key or id>', 'of the submission, or of the message (npx sekali parked)'))
    .option('--who <name>', 'who decides (default: your user name)')
    .option('--yes', 'do not ask on a terminal')
    .action(
      saying(async (idOrKey: string, options: DecideOptions) => {
        if (options.why?.trim() === '') throw new UsageError('Say why, with --why.');
        return asking(
          options,
          (asker) => decide(asker, decision, idOrKey, options.why, confirmation(options)),
          QUEUES,
        );
      }),
    );
}

export async function parked(asker: Asker): Promise<Said> {
  const { messages, complete } = await read(asker, { method: 'GET', path: '/parked' }, ParkedMessages);
  const many = `${messages.length} parked`;
  const last = complete ? many : `${many} seen; there may be more: look again`;
  return { done: true, text: [...messages.map(lineOf), last].join('\n'), json: { messages, complete } };
}

/** On a terminal it says first what the message is and what the ledger would answer; elsewhere afterwards. */
export async function decide(
  asker: Asker,
  decision: Decision,
  idOrKey: string,
  why: string | undefined,
  confirm: Confirm,
): Promise<Said> {
  const path = `/parked/${encodeURIComponent(idOrKey)}`;
  if (confirm.asks) {
    const message = await read(asker, { method: 'GET', path }, ParkedMessage);
    const agreed = await confirm(`${lineOf(message)}\n${QUESTIONS[decision]}`);
    if (!agreed) return { done: false, text: 'Nothing was done: it stays parked.', json: { did: 'nothing' } };
  }
  const request = {
    method: 'POST' as const,
    path: `${path}/${decision}`,
    body: why === undefined ? {} : { why },
  };
  const decided = await read(asker, request, Decided);
  return { done: true, text: textOf(decided), json: decided };
}

const QUESTIONS: Readonly<Record<Decision, string>> = {
  retry: 'Send it to the queue again?',
  keep: 'Park a fresh copy in its place?',
  discard: 'Delete it for good?',
};

function lineOf({
  id,
  reason,
  key,
  label,
  form,
  createdAt,
  errors,
  willAnswer,
}: z.output<typeof ParkedMessage>): string {
  const what = [key ?? form ?? 'no form', label].filter((part) => part !== undefined).map(plain);
  const first = [id, plain(reason), ...what, `created ${createdAt}`].join('  ');
  const wrong = errors.map(
    ({ field, message }) => `    ${plain([field, message].filter(Boolean).join(': '))}`,
  );
  return [first, ...wrong, `    retried, it would be ${willAnswer.answer}: ${plain(willAnswer.text)}`].join(
    '\n',
  );
}

function textOf({ did, id, key, newId, willAnswer }: z.output<typeof Decided>): string {
  const what = key ?? id;
  switch (did) {
    case 'retried':
      return `${what} is in the queue again, as message ${newId}. ${willAnswer?.text ?? ''}`.trim();
    case 'kept':
      return `${what} is kept: it is message ${newId} now.`;
    case 'discarded':
      return `${what} is gone.`;
    default:
      return did satisfies never;
  }
}
