import type { Command } from 'commander';
import { saying, stageCommand } from '../command.ts';
import type { SendOptions } from '../send/send.ts';

export const sendCommand = (): Command =>
  stageCommand('send <file>', {
    summary: 'sends submissions to the queue: one message, or thousands of lines',
    more: [
      'The file holds one message as JSON; or JSON Lines, a message a line; or CSV, a row for each submission. Columns are named as ' +
        "the fields (a.b is field b in a); numbers and true/false are read as the form's schema has them; an empty cell is left out. " +
        '- reads what comes in. All of it is checked first, against the forms of this clone: while a line does not fit, nothing is sent.',
      'Interrupted and started again, it goes on where it stopped: .sekali/sent/ keeps, for each content and queue, how far it came, for four weeks. ' +
        'What was on its way in that moment is sent a second time, which costs nothing: the key is the same, so it counts once.',
    ].join('\n\n'),
    examples: [
      'send message.json',
      'send people.csv --form event-registration --stage prod',
      'send - < message.json',
    ],
  })
    .option('--form <name>', 'the form of a CSV; of JSON, where each line is the data alone')
    .action(
      saying(async (file: string, options: SendOptions) =>
        (await import('../send/send.ts')).send(file, options),
      ),
    );
