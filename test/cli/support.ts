import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import {
  PARKING_NAME,
  QUEUE_NAME,
  queueUrlOf,
  readMessages,
  sqsClient,
  startSqs,
} from '../../local/queues.ts';

const SEKALI = new URL('../../cli/sekali.ts', import.meta.url).pathname;

export interface Ran {
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number | null;
}

export interface Run {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the command line, and tells what it came to. */
export function sekali(args: readonly string[], { input, env = {} }: Run = {}) {
  const child = spawn(process.execPath, [SEKALI, ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  // It may end without reading.
  child.stdin.on('error', () => {});
  const ran = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([output, errors]): Ran => ({ output, errors, exitCode: child.exitCode }),
  );
  return { child, ran };
}

/** A folder that goes with the test that made it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-cli-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function fileWith(content: string | Uint8Array, name = 'messages.jsonl'): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

/** The queues of the local stage, in an emulator that no worker reads. */
export async function startQueues() {
  const emulator = await startSqs();
  after(() => emulator.stop());
  const { endpoint } = emulator;
  const client = sqsClient(endpoint);
  for (const QueueName of [QUEUE_NAME, PARKING_NAME])
    await client.send(new CreateQueueCommand({ QueueName }));
  const queueUrl = queueUrlOf(endpoint, QUEUE_NAME);
  const params = [
    `sqsEndpoint=${endpoint}`,
    `queueUrl=${queueUrl}`,
    `parkingUrl=${queueUrlOf(endpoint, PARKING_NAME)}`,
  ];
  return {
    client,
    endpoint,
    queueUrl,
    where: { stage: 'local', param: params },
    args: params.flatMap((param) => ['--param', param]),
    bodies: () => bodiesIn(client, queueUrl),
  };
}

/** Ten at a time are many receives; several side by side see a part each. */
async function bodiesIn(client: SQSClient, queueUrl: string): Promise<string[]> {
  const parts = await Promise.all(Array.from({ length: 8 }, () => readMessages(client, queueUrl)));
  return parts.flat().map(({ Body = '' }) => Body);
}

export const registration = (id: number | string, more: object = {}) => ({
  userId: `u-${id}`,
  eventId: 'jakarta-run',
  fullName: 'Ayu Wulandari',
  email: 'ayu@example.com',
  ...more,
});
export const message = (id: number | string, more: object = {}) => ({
  form: 'event-registration',
  data: registration(id),
  ...more,
});
export const jsonLines = (messages: readonly unknown[]) =>
  messages.map((one) => JSON.stringify(one)).join('\n');
