import { Option } from 'commander';
import { MOVED_BY_QUEUE } from '../../lib/queue/parked-walk.ts';
import { PARK_REASONS } from '../../lib/submission/errors.ts';
import { saying, stageCommand } from '../command.ts';
import type { RedriveOptions } from '../redrive.ts';

export const redriveCommand = () =>
  stageCommand('redrive', {
    summary:
      'sends parked messages to the queue again: all but the unknown ones, or those of the given reasons',
    more: 'Goes to the queues themselves, with your AWS credentials.',
    examples: ['redrive --reason attempts --reason challenge --stage prod'],
  })
    .addOption(
      new Option('--reason <reason...>', 'why they were parked').choices([...PARK_REASONS, MOVED_BY_QUEUE]),
    )
    .action(
      saying(async (options: RedriveOptions) => (await import('../redrive.ts')).redriveParked(options)),
    );
