import { after } from 'node:test';
import { Redis } from 'ioredis';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { messagesLeft, readMessages } from '../../local/queues.ts';
import { type Stack, type StackOptions, startStack } from '../../local/stack.ts';
import { type LogLine, parseLogLine } from '../../local/worker-log.ts';

/** The whole local stack, as `npm run demo` has it; ends with the test that called it. */
export async function useStack(options: StackOptions) {
  const stack: Stack = await startStack(options);
  const redis = new Redis(stack.redisUrl);
  after(async () => {
    redis.disconnect();
    await stack.stop();
  });
  return {
    ...stack,
    left: () => messagesLeft(stack.sqs, stack.queueUrl),
    parked: async () =>
      (await readMessages(stack.sqs, stack.parkingUrl)).map(({ MessageAttributes }) => ({
        reason: MessageAttributes?.reason?.StringValue,
        key: MessageAttributes?.key?.StringValue ?? '',
      })),
    phase: (key: string) => redis.hget(recordKey(key), 'phase'),
    /** The worker's log lines with a message, of one process. */
    log: (nth: number, message: string): LogLine[] =>
      (stack.offline[nth]?.lines() ?? []).flatMap((line) => {
        const fields = parseLogLine(line);
        return fields?.message === message ? [fields] : [];
      }),
  };
}

export const registration = (userId: string, eventId = 'jakarta-run') => ({
  form: 'event-registration',
  data: { userId, eventId, fullName: `Person ${userId}`, email: `${userId}@example.org`, seats: 1 },
  createdAt: new Date().toISOString(),
});
