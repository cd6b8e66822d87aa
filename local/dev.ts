/** The local stack, until Ctrl-C: `npm run dev` prints where everything is and what the worker does. */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { argumentsOr } from '../cli/arguments.ts';
import { beforeEnd, isEnding } from './lifetime.ts';
import { freePortLike } from './ports.ts';
import { announce } from './running.ts';
import { startStack } from './stack.ts';
import { forPeople, parseLogLine } from './worker-log.ts';

/** As forms/ and docs/forms.md have it. */
const TARGET_PORT = 4010;

const USAGE = `Starts the whole stack on this machine: Redis, the queues, the worker and a site to submit to. Prints where everything
is and what the worker does, until Ctrl-C.

  npm run dev

It takes no arguments and chooses free ports; the sites are at ${TARGET_PORT} where that is free. Exit code 1: the stack did not start, or ended by itself. 2: wrong usage.`;

await argumentsOr(USAGE, () => parseArgs({ options: {} }));
// The same at each start, so that a form which was written against it finds it again.
const port = await freePortLike(TARGET_PORT);
if (port !== TARGET_PORT) console.log(`Port ${TARGET_PORT} is taken: the sites are at ${port} this time.`);
const stack = await startStack({ target: { port }, say: (line) => console.log(`${line} …`) }).catch(
  (error: Error) => {
    if (!isEnding()) console.error(error.message);
    return undefined;
  },
);
if (stack === undefined) process.exit(1);
const example = {
  form: 'event-registration',
  data: {
    userId: 'u-1',
    eventId: 'jakarta-run',
    fullName: 'Ayu Wulandari',
    email: 'ayu@example.com',
    seats: 1,
  },
};
const [offline] = stack.offline;
// Where the command line looks for it.
const forget = await announce({
  params: {
    apiTokens: stack.apiTokens,
    redisUrl: stack.redisUrl,
    sqsEndpoint: stack.sqsEndpoint,
    queueUrl: stack.queueUrl,
    parkingUrl: stack.parkingUrl,
    demoTarget: stack.target.url,
    evidenceFolder: stack.evidenceFolder,
    eventsFile: stack.eventsFile,
  },
  apiUrl: stack.apiUrl,
});
beforeEnd(forget);
console.log(`
  The local stack is up.

  queue          ${stack.queueUrl}
  parking queue  ${stack.parkingUrl}
  SQS endpoint   ${stack.sqsEndpoint}
  HTTP API       ${stack.apiUrl}
  console        ${stack.apiUrl}/
  token, send    ${stack.tokens.send}
  token, operate ${stack.tokens.operate}
  Redis          ${stack.redisUrl}
  form           ${stack.target.url}/register
  entries        ${stack.target.url}/entries
  gallery        ${stack.target.url}/
  screenshots    ${relative('.', stack.evidenceFolder)}
  events         ${relative('.', stack.eventsFile)}
  full log       ${relative('.', offline?.logFile ?? '')}

  Send a message, and send it again to see it skipped:

  echo '${JSON.stringify(example)}' | npx sekali send -

  See what became of it, and all else that people do (npx sekali help):

  npx sekali list

  Or by the HTTP API (docs/api.md), which says at once what does not fit, and where to look:

  curl -i ${stack.apiUrl}/submissions -H 'Authorization: Bearer ${stack.tokens.send}' --json '${JSON.stringify(example)}'

  Check all of it:

  npx sekali doctor

  Ctrl-C stops everything.
`);
beforeEnd(async () => console.log('\nStopping everything that was started …'));
offline?.onLine((line) => {
  const fields = parseLogLine(line);
  if (fields) console.log(forPeople(fields));
  else if (line.startsWith('[event source]') && !isEnding()) console.log(line);
});
await offline?.exited;
if (!isEnding()) {
  console.error(`serverless offline has ended by itself; its log is ${offline?.logFile}`);
  await Promise.all([stack.stop(), forget()]);
  process.exitCode = 1;
}
