import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { CommanderError } from 'commander';
import { OWN, program } from '../../cli/program.ts';
import { UsageError } from '../../cli/said.ts';
import { listen } from '../egress/support.ts';
import { type ApiWorld, keyFor, startApi } from '../support/api.ts';
import { sekali } from './support.ts';

/** The HTTP API of a world, as API Gateway has it. */
async function gateway(t: TestContext, world: ApiWorld): Promise<string> {
  const port = await listen(
    t,
    createServer(async (request, response) => {
      const [rawPath = '', rawQueryString = ''] = (request.url ?? '').split('?');
      const body = (await buffer(request)).toString();
      const event = { rawPath, rawQueryString, headers: request.headers, body, isBase64Encoded: false };
      const http = { method: request.method, path: rawPath };
      const answer = await world.api.handle({
        ...event,
        requestContext: { http },
      } as unknown as APIGatewayProxyEventV2);
      response.writeHead(answer.statusCode ?? 500, answer.headers as Record<string, string>).end(answer.body);
    }),
  );
  return `http://127.0.0.1:${port}`;
}

test('an address by HTTP, in the name of the token; the exit code and --json say what became of it', async (t) => {
  const world = await startApi();
  await world.settled('a', 'unknown');
  const url = await gateway(t, world);
  const ask = (...args: string[]) =>
    sekali([...args, '--url', url], { env: { SEKALI_TOKEN: world.tokens.operate } }).ran;
  const [shown, missing, resolved] = [
    await ask('status', keyFor('a'), '--json'),
    await ask('status', 'test-form.nobody', '--json'),
    await ask('resolve', keyFor('a'), 'landed', '--why', 'on the list'),
  ];
  assert.deepEqual([shown.exitCode, JSON.parse(shown.output).phase], [0, 'unknown']);
  assert.deepEqual([missing.exitCode, JSON.parse(missing.output).type], [1, 'urn:sekali:notFound']);
  assert.deepEqual([resolved.exitCode, resolved.output], [0, `${keyFor('a')} is submitted.\n`]);
  assert.match((await world.record(keyFor('a'))).log ?? '', /"who":"ana"/);
});

test('a stage whose Redis is given is asked directly, in the name of the user', async () => {
  const world = await startApi();
  await world.settled('a', 'unknown');
  const args = ['--param', `redisUrl=${world.server.url}`];
  const listed = await sekali(['list', 'unknown', ...args]).ran;
  assert.deepEqual(
    [listed.exitCode, listed.output],
    [0, `${keyFor('a')}  a at test\n1 unknown\n`],
    listed.errors,
  );
  const why = ['--why', 'x', '--who', 'Budi'];
  assert.equal((await sekali(['resolve', keyFor('a'), 'landed', ...why, ...args]).ran).exitCode, 0);
  assert.match((await world.record(keyFor('a'))).log ?? '', /"who":"Budi"/);
});

/** What is told of wrong usage, in this process. */
async function refused(...args: string[]): Promise<string> {
  let told = '';
  const writeErr = (text: string) => {
    told += text;
  };
  const thrown = await program({ writeErr, writeOut: writeErr })
    .parseAsync(args, { from: 'user' })
    .then(
      () => assert.fail(`${args.join(' ')}: taken`),
      (error: unknown) => error,
    );
  if (thrown instanceof CommanderError) return told;
  assert.ok(thrown instanceof UsageError, String(thrown));
  return thrown.message;
}

test('what cannot be meant is refused before anybody is asked', async () => {
  process.env.SEKALI_TOKEN = '';
  for (const [args, why] of [
    ['list unknwon', /'unknwon' is invalid.*open, claimed, armed, submitted, refused, unknown/],
    ['dance', /unknown command 'dance'/],
    [
      'status',
      /missing required argument 'key'.*\nUsage: npx sekali status .*\nnpx sekali help status has an example/,
    ],
    ['resume f prod', /too many arguments/],
    ['pause f', /--why/],
    ['resolve f.1 absent --why x', /time zone, such as --looked-at/],
    ['list --url https://api.example --stage prod', /takes the place of --stage/],
    ['pause f --why x --who ana --url https://api.example', /not --who/],
    ['list --url http://api.example', /must begin with https/],
    ['list --url https://api.example', /SEKALI_TOKEN/],
    ['list --stage nowhere', /no stage "nowhere"/],
    ['list --stage prod --param ledgerEpoch=2', /goes with --param redisUrl/],
    ['list --param redisurl=x', /not a stage parameter: redisurl/],
    ['redrive --reason attemps', /'attemps' is invalid.*malformed,.*attempts.*movedByQueue/],
  ] as const) {
    assert.match(await refused(...args.split(' ')), why);
  }
  assert.match(await refused('pause', 'f', '--why', ' '), /Say why/);
});

test('wrong usage ends with 2, help with 0; doctor and token read their own arguments', async () => {
  const [wrong, none, help, doctor, token] = await Promise.all(
    [
      ['list', '--url', 'ftp://x'],
      [],
      ['help', 'send'],
      ['help', 'doctor'],
      ['token', 'shop', '--role', 'send'],
    ].map((args) => sekali(args).ran),
  );
  assert.equal(wrong?.exitCode, 2);
  assert.match(wrong?.errors ?? '', /https/);
  assert.deepEqual([none?.exitCode, help?.exitCode, doctor?.exitCode, token?.exitCode], [2, 0, 0, 0]);
  assert.match(doctor?.output ?? '', /npx sekali doctor --stage prod/);
  assert.match(token?.output ?? '', /"role": "send"/);
});

test('every command has help, with an example', () => {
  const commands = program().commands.filter((command) => !Object.hasOwn(OWN, command.name()));
  assert.equal(commands.length, 12);
  for (const command of commands) {
    let told = '';
    command
      .configureOutput({
        writeOut: (text) => {
          told += text;
        },
      })
      .outputHelp();
    assert.match(told, new RegExp(`Examples?\\n {2}npx sekali ${command.name()}`), command.name());
  }
});
