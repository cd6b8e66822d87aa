import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { defineForm, type Form, type FormDefinition } from '../../lib/form/define.ts';
import { pixelsOf } from '../support/pixels.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';
import { startWorld, until } from '../support/worker.ts';

const SECRET = 'Sari-3174/0123';
/** What must be found nowhere, however it is written. */
const READ = /sari|\b3174\b|\b0123\b|31740123/i;
/** Anything stands in these. */
const withoutHashes = (text: string) =>
  text.replaceAll(/[0-9a-f]{64}|[0-9a-f-]{36}|\d{13}|[0-9a-f]{8}(?=\.png)/g, '');
const FIELDS = z.strictObject({ name: z.string(), id: z.string() });
type Definition = FormDefinition<typeof FIELDS>;

interface Case {
  readonly page?: string;
  /** What the POST is answered with. */
  readonly answer?: string;
  readonly status?: number;
  readonly location?: string;
  readonly form?: Partial<Definition>;
  readonly ends: string;
  /** What the record or the parked message still says. */
  readonly says: RegExp;
}

const fillAnd =
  (then: Definition['fill']): Definition['fill'] =>
  async (page, data) => {
    await page.locator('input[name=name]').fill(data.id);
    await then(page, data);
  };
const encoded = encodeURIComponent(SECRET);

const CASES: Readonly<Record<string, Case>> = {
  'a receipt that repeats it': {
    answer: `<p id="receipt">Welcome SARI 3174 0123, receipt 1</p>`,
    ends: 'submitted',
    says: /"text":"Welcome …, receipt 1"/,
  },
  'a refusal that repeats it, at its 1000th character': {
    answer: `<p id="refused">${'x'.repeat(995)}${SECRET}</p>`,
    ends: 'refused',
    says: /"text":"x+…"/,
  },
  'a redirect to an address made of it': {
    location: `thanks/${encoded}?id=${encoded}`,
    answer: RECEIPT,
    ends: 'submitted',
    says: /thanks\/…"/,
  },
  'an answer that proves nothing, at an address made of it': {
    location: `gone/${encoded}`,
    answer: `<p>${SECRET}</p>`,
    ends: 'unknown',
    says: /nothing on the page/,
  },
  'a submission to an address made of it': {
    page: `<form method="post" action="submit/${encoded}"><input name="name"><button>Send</button></form>`,
    answer: RECEIPT,
    ends: 'submitted',
    says: /"url":"[^"]*submit\/…"/,
  },
  'a locator made of it': {
    form: { fill: fillAnd((page, { id }) => page.getByText(id).click()) },
    ends: 'parked attempts',
    says: /waiting for getByText\('…'\)/,
  },
  'an error that quotes it in another writing': {
    form: {
      fill: fillAnd((_, { id }) =>
        Promise.reject(new Error(`no such id: ${id.toUpperCase().replaceAll(/\W/g, '.')}`, { cause: id })),
      ),
    },
    ends: 'parked attempts',
    says: /no such id: …/,
  },
  'a challenge that quotes it': {
    page: `<p id="captcha">Are you ${SECRET} or a robot?</p>`,
    form: { challenge: (answer) => answer.$('#captcha') },
    ends: 'parked challenge',
    says: /Are you … or a robot/,
  },
  'an undeclared request to an address made of it': {
    page: `<input name="name"><button onclick="fetch('/api/${encoded}', { method: 'POST' })">Send</button>`,
    ends: 'parked undeclaredSubmit',
    says: /api\/…/,
  },
  'a label that shows it': {
    form: { label: ({ id }) => `for ${id}` },
    answer: RECEIPT,
    ends: 'submitted',
    says: /for …/,
  },
  'a schema that quotes it': {
    form: {
      fields: z.strictObject({
        name: z.string(),
        id: z.string().refine(() => false, { error: ({ input }) => `${input}?` }),
      }),
    },
    ends: 'parked invalidData',
    says: /…\?/,
  },
  'one that waits for its look-up': {
    answer: '<p>nothing</p>',
    form: {
      flightGraceMs: 1,
      verify: {
        url: ({ id }) => `${target.url}/looked/${encodeURIComponent(id)}`,
        judge: (_, { id }) => ({ landed: `found ${id}` }),
      },
    },
    ends: 'armed',
    says: /"phase":"armed"/,
  },
};

const target = await startTarget(({ method, path }: Seen, response) => {
  const [, nth = ''] = path.split('/');
  const one = Object.values(CASES)[Number(nth)];
  if (one?.location !== undefined && method === 'POST')
    return response.writeHead(303, { location: one.location }).end();
  if (path !== `/${nth}/`) return html(response, one?.answer ?? '', one?.status);
  return html(response, one?.page ?? PAGE.replace('/submit', 'submit'));
});

const folder = mkdtempSync(join(tmpdir(), 'sekali-evidence-'));
const eventsFile = join(folder, 'events.jsonl');
after(() => rmSync(folder, { recursive: true, force: true }));

test('nothing marked secret is in a record, a log line, an event or what a parked message is told', async (t) => {
  const names = Object.keys(CASES);
  const forms: Form[] = Object.values(CASES).map(({ form }, nth) =>
    defineForm({
      name: `case-${nth}`,
      allow: ['127.0.0.1'],
      fields: FIELDS,
      identity: ['id'],
      secret: ['id'],
      url: () => `${target.url}/${nth}/`,
      label: ({ name }) => name,
      fill: fillAnd(async () => {}),
      submit: (page) => page.locator('button'),
      receipt: (answer) => answer.$('#receipt'),
      refused: (answer) => answer.$('#refused'),
      timeouts: { proofMs: 1_500, actionMs: 1_500 },
      ...form,
    }),
  );
  const world = await startWorld({
    target,
    forms,
    params: { maxAttempts: 2, backoffBaseMs: 100, reserveMs: 2_000, evidenceFolder: folder, eventsFile },
  });
  await world.send(...names.map((_, nth) => ({ form: `case-${nth}`, data: { name: 'Ana', id: SECRET } })));
  world.startPolling({ maximumConcurrency: 4 });
  const looked = names.indexOf('one that waits for its look-up');
  await until(
    'every message at its end, but for the one that waits for its look-up',
    async () => {
      const ended = world.dispositions().filter(({ disposition }) => disposition !== 'retry');
      const waits = world.dispositions().some(({ why }) => /looks it up later/.test(String(why)));
      return ended.length === names.length - 1 && waits;
    },
    100_000,
  );

  const parked = await world.parked();
  const records = new Map<string, string>();
  const phases = new Map<string, string>();
  for (const key of await world.keys()) {
    const record = await world.record(key);
    phases.set(record.form ?? '', record.phase ?? '');
    records.set(record.form ?? '', JSON.stringify(record).replaceAll('\\"', '"'));
  }
  const told = (form: string) => {
    const [message] = parked.filter(({ body }) => JSON.parse(body).form === form);
    const { body, ...attributes } = message ?? {};
    if (body !== undefined) assert.equal(JSON.parse(body).data.id, SECRET, 'the message itself is unchanged');
    return {
      end:
        message === undefined || message.reason === 'unknown' ? phases.get(form) : `parked ${message.reason}`,
      text: `${records.get(form)} ${JSON.stringify(attributes)}`,
    };
  };
  for (const [nth, name] of names.entries()) {
    await t.test(name, () => {
      const { end, text } = told(`case-${nth}`);
      assert.equal(end, CASES[name]?.ends, text);
      assert.doesNotMatch(withoutHashes(text), READ);
      assert.match(text, CASES[name]?.says ?? /^$/);
    });
  }
  assert.equal(looked, names.length - 1);
  const log = withoutHashes(JSON.stringify(world.log));
  assert.match(log, /no such id: …/);
  assert.doesNotMatch(log, READ);
  const events = readFileSync(eventsFile, 'utf8');
  assert.match(events, /Welcome …, receipt 1/);
  assert.doesNotMatch(withoutHashes(events), READ);
  const { page, close } = await world.browsers.newContext({}, async () => {});
  for (const nth of [
    names.indexOf('a receipt that repeats it'),
    names.indexOf('a challenge that quotes it'),
  ]) {
    const picture = readdirSync(folder).find((name) => name.startsWith(`case-${nth}.`)) ?? '';
    const { masked } = await pixelsOf(page, readFileSync(join(folder, picture)));
    assert.ok(masked > 100, `${names[nth]}: its picture hides the secret`);
  }
  await close();
  assert.ok(!world.log.some(({ message }) => message === 'no picture'), log);
});
