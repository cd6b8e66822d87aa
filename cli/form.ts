import { parseArgs } from 'node:util';
import { messageOf } from '../lib/submission/errors.ts';
import { argumentsOr } from './arguments.ts';
import { meantForm } from './form/load-form.ts';
import { readData } from './form/read-data.ts';

const USAGE = `Looks at a form as it is, writes its definition, and tries one out. Nothing is submitted without --submit.

  npm run form -- inspect URL [--name NAME] [--out FILE] [--force] [--json]
      Opens the page in the packaged Chromium and tells what it is: fields, which request its submit makes, whether
      plain HTTP will do, and what needs a person. Fills it with made-up values and clicks; that request is held and
      dropped, and nothing but GETs leaves. Writes a definition.
  npm run form -- try NAME --data FILE [--submit] [--json]
      Runs a definition against its page up to the submit, and shows the request that would have left.

  NAME      inspect: what the form is to be called (default: after its page). try: a form of forms/index.ts, the name
            of a file in forms/, or the path of a definition
  --out     where the definition goes (default: forms/NAME.ts; - is stdout)
  --force   overwrites the file
  --data    a file with the data as JSON, such as {"userId": "u-1"}; - is stdin
  --submit  really submits, once, with no ledger behind it: nothing stops a second time
  --json    the answer as JSON on stdout

Examples
  npm run form -- inspect https://example.org/register --name example-registration
  npm run form -- try example-registration --data data.json
  echo '{"userId":"u-1"}' | npm run form -- try example-registration --data - --submit

An address of this machine, such as http://127.0.0.1:4010, is let through where you name it, that one port only.
Exit code 0: a definition was written; it would submit; it was submitted. 1: not, and the line says why. 2: wrong usage.`;

const run = await argumentsOr(USAGE, readCommand);
try {
  process.exitCode = await run();
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}

async function readCommand(): Promise<() => Promise<number>> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      out: { type: 'string' },
      data: { type: 'string' },
      force: { type: 'boolean', default: false },
      submit: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [command, what, ...rest] = positionals;
  const { name, out, data, force, submit, json } = values;
  if (what === undefined || rest.length > 0) throw new Error('One command, and one URL or NAME, are needed.');
  switch (command) {
    case 'inspect': {
      const url = URL.parse(what);
      if (url === null || !/^https?:$/.test(url.protocol))
        throw new Error(`${what} is no web address: https://…`);
      if (data !== undefined || submit) throw new Error('--data and --submit go with try.');
      if (name !== undefined && (name === 'index' || !/^[a-z0-9-]{1,64}$/.test(name))) {
        throw new Error('--name may hold lower-case letters, digits and dashes only, and not be index.');
      }
      // Loaded where it is needed: Playwright takes a second, and wrong usage should be told at once.
      return async () => {
        const { inspectCommand } = await import('./form/inspect-command.ts');
        return inspectCommand({ url: what, name, out, force, json });
      };
    }
    case 'try': {
      if (data === undefined) throw new Error('--data FILE is missing: the data as JSON.');
      if (name !== undefined || out !== undefined || force) {
        throw new Error('--name, --out and --force go with inspect.');
      }
      const tried = { form: await meantForm(what), data: await readData(data), submit, json };
      return async () => (await import('./form/try-command.ts')).tryCommand(tried);
    }
    default:
      throw new Error(`There is no command "${command}": inspect or try.`);
  }
}
