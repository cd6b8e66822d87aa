import type { Command } from 'commander';
import { Paused } from '../../functions/api/schemas.ts';
import { type Asker, read } from '../ask/asker.ts';
import type { Where } from '../ask/asker-for.ts';
import { asking, askingCommand, saying } from '../command.ts';
import { plain, type Said, UsageError } from '../said.ts';

export const pauseCommand = (): Command =>
  askingCommand('pause <form>', {
    summary: 'lets a form send nothing new; messages wait in the queue',
    examples: ['pause event-registration --why "closed for repairs" --stage prod'],
  })
    .requiredOption('--why <text>', 'for whoever wonders')
    .option('--who <name>', 'who decides (default: your user name)')
    .action(
      saying(async (form: string, options: Where & { readonly why: string }) => {
        if (!options.why.trim()) throw new UsageError('Say why, with --why.');
        return asking(options, (asker) => pause(asker, form, options.why));
      }),
    );

export const resumeCommand = (): Command =>
  askingCommand('resume <form>', {
    summary: 'lets a paused form go on, with its counts of unknowns and misfits anew',
    examples: ['resume event-registration --stage prod'],
  }).action(saying((form: string, where: Where) => asking(where, (asker) => resume(asker, form))));

export async function pause(asker: Asker, form: string, why: string): Promise<Said> {
  const json = await change(asker, form, 'pause', { why });
  return {
    done: true,
    text: `${form} is paused: nothing new is claimed or sent. Messages wait in the queue.`,
    json,
  };
}

export async function resume(asker: Asker, form: string): Promise<Said> {
  const json = await change(asker, form, 'resume', {});
  return { done: true, text: `${form} goes on. It was paused: ${plain(json.why)}.`, json };
}

function change(asker: Asker, form: string, what: 'pause' | 'resume', body: object) {
  const path = `/forms/${encodeURIComponent(form)}/${what}`;
  return read(asker, { method: 'POST', path, body: { ...body } }, Paused);
}
