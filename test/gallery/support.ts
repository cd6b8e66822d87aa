import assert from 'node:assert/strict';
import { after } from 'node:test';
import canonicalize from 'canonicalize';
import type { Form } from '../../lib/form/define.ts';
import { type DemoTarget, startDemoTarget } from '../../local/demo-target.ts';
import { SAMPLES } from '../../local/gallery/samples.ts';
import { startWorld, until } from '../support/worker.ts';

export type Data = Readonly<Record<string, unknown>>;

export interface GalleryOptions {
  /** The first POST to this path comes when its session is over. */
  readonly expiresAt?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The gallery and a worker that submits one of its forms; both end with the test that called it. */
export async function startGallery(form: Form, { expiresAt, params = {} }: GalleryOptions = {}) {
  let expired = false;
  const target: DemoTarget = await startDemoTarget({
    behave({ method, path }) {
      if (method === 'POST' && path === expiresAt && !expired) {
        expired = true;
        target.expireSessions();
      }
      return 'normal';
    },
  });
  after(() => target.stop());
  process.env.SEKALI_DEMO_TARGET = target.url;
  const world = await startWorld({
    target,
    forms: [form],
    params: { batchSize: 3, backoffBaseMs: 300, actionTimeoutMs: 5_000, proofTimeoutMs: 5_000, ...params },
  });
  world.startPolling({ maximumConcurrency: 1 });

  /** Sends messages all at once and waits until the queue is empty; answers how each delivery ended. */
  async function submit(...people: readonly Data[]): Promise<string[]> {
    const before = world.dispositions().length;
    await world.send(...people.map((data) => ({ form: form.name, data })));
    const empty = until('an empty queue', async () => (await world.left()) === 0, 30_000);
    await empty.catch((error: Error) => {
      throw new Error([error.message, ...world.dispositions().map((one) => JSON.stringify(one))].join('\n'));
    });
    return world
      .dispositions()
      .slice(before)
      .filter(({ disposition }) => disposition !== 'retry')
      .map(({ disposition, phase, reason, skipped }) =>
        [disposition, phase ?? reason, ...(skipped ? ['skipped'] : [])].join(' '),
      )
      .sort();
  }

  async function records() {
    const all = await Promise.all((await world.keys()).map(world.record));
    return all.map(({ phase = '', attempt = '', outcome = '{}' }) => {
      const { text = '' }: { text?: string } = JSON.parse(outcome || '{}');
      return { phase, attempt, text };
    });
  }

  return {
    target,
    world,
    submit,
    records,
    /** The only one there is. */
    async record() {
      const [record, ...more] = await records();
      assert.ok(record && more.length === 0);
      return record;
    },
    entries: () => target.gallery.entries(form.name).map(({ fields }) => fields),
  };
}

export type GalleryWorld = Awaited<ReturnType<typeof startGallery>>;

/**
 * Two identities: one sent three times side by side and once more afterwards, the other once. The site must have one entry of
 * each with exactly what `kept` makes of the data, and the ledger the receipt of each.
 */
export async function submitsEachOnce(
  form: Form,
  kept: (data: Data) => Data = (data) => data,
  change: Data = {},
): Promise<GalleryWorld> {
  const gallery = await startGallery(form);
  const [first, second] = [sample(form.name, 0, change), sample(form.name, 1, change)];
  const [skipped, worked] = ['done submitted skipped', 'done submitted'];
  assert.deepEqual(await gallery.submit(first, first, second, first), [worked, worked, skipped, skipped]);
  assert.deepEqual(await gallery.submit(first), [skipped]);
  assert.deepEqual(await gallery.world.parked(), []);

  const inOrder = (all: readonly Data[]) => all.map((one) => canonicalize(one)).sort();
  assert.deepEqual(inOrder(gallery.entries()), inOrder([first, second].map(kept)));
  const records = await gallery.records();
  const once = { phase: 'submitted', attempt: '1' };
  assert.deepEqual(
    records.map(({ phase, attempt }) => ({ phase, attempt })),
    [once, once],
  );
  for (const { number } of gallery.target.gallery.entries(form.name)) {
    assert.equal(records.filter(({ text }) => text.includes(number)).length, 1, `the receipt of ${number}`);
  }
  return gallery;
}

/** The session ends between the page and the submit: refused for certain, tried again at once, and one entry. */
export async function triesAgainAfterExpiry(form: Form, path: string): Promise<GalleryWorld> {
  const gallery = await startGallery(form, { expiresAt: path });
  assert.deepEqual(await gallery.submit(sample(form.name, 0)), ['done submitted']);
  assert.equal(gallery.target.posts(path), 2);
  assert.equal(gallery.entries().length, 1);
  return gallery;
}

/** The site says no, which is final: the same again is skipped. */
export async function isRefused(gallery: GalleryWorld, data: Data, text: RegExp): Promise<void> {
  const posts = () => gallery.target.posts();
  const [entries, earlier] = [gallery.entries().length, (await gallery.records()).map((one) => one.text)];
  assert.deepEqual(await gallery.submit(data), ['done refused']);
  const sent = posts();
  assert.deepEqual(await gallery.submit(data), ['done refused skipped']);
  assert.equal(posts(), sent);
  assert.equal(gallery.entries().length, entries);
  const refused = (await gallery.records()).filter(
    (one) => one.phase === 'refused' && !earlier.includes(one.text),
  );
  assert.match(refused.map((one) => one.text).join(), text);
}

export function sample(form: string, nth: number, change: Data = {}): Data {
  const data = SAMPLES[form]?.(nth);
  assert.ok(data, `no sample for ${form}`);
  return { ...data, ...change };
}

/** Somebody else's visit, without a browser: loads the page, and sends the form with its token. */
export async function visitByHand(
  url: string,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const page = await fetch(url);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const body = new URLSearchParams({ ...fields, csrf });
  return fetch(new URL(action, url), { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
}
