import assert from 'node:assert/strict';
import { after } from 'node:test';
import canonicalize from 'canonicalize';
import type { Form } from '../../lib/form/define.ts';
import { type DemoTarget, startDemoTarget } from '../../local/demo-target.ts';
import { SAMPLES } from '../../local/gallery/samples.ts';
import { startWorld, until } from '../support/worker.ts';

export type Data = Readonly<Record<string, unknown>>;

export interface GalleryOptions {
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The gallery and a worker that submits one of its forms; both end with the test, or the file, that called it. */
export async function startGallery(form: Form, { params = {} }: GalleryOptions = {}) {
  const expiring = new Set<string>();
  const breaking = new Set<string>();
  const target: DemoTarget = await startDemoTarget({
    behave({ method, path }) {
      if (method === 'POST' && expiring.delete(path)) target.expireSessions();
      return method === 'POST' && breaking.delete(path) ? 'reset' : 'normal';
    },
  });
  after(() => target.stop());
  process.env.SEKALI_DEMO_TARGET = target.url;
  const world = await startWorld({
    target,
    forms: [form],
    params: { batchSize: 3, backoffBaseMs: 200, actionTimeoutMs: 5_000, proofTimeoutMs: 5_000, ...params },
  });
  world.startPolling({ maximumConcurrency: 1 });

  /** Sends messages all at once and waits until the queue is empty; answers how each of them ended. */
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

  return {
    form,
    target,
    world,
    submit,
    /** The next POST to this path comes when its session is over. */
    expireAt: (path: string) => void expiring.add(path),
    /** The next POST to this path is accepted, and its connection breaks before the answer. */
    breakAt: (path: string) => void breaking.add(path),
    /** What the ledger and the site get from now on. */
    async watch() {
      const [entries, requests] = [target.gallery.entries(form.name).length, target.requests().length];
      const known = new Set(await world.keys());
      return {
        entries: () => target.gallery.entries(form.name).slice(entries),
        requests: () => target.requests().slice(requests),
        posts: (path?: string) =>
          target
            .requests()
            .slice(requests)
            .filter((one) => one.method === 'POST' && one.path === (path ?? one.path)).length,
        async records() {
          const keys = (await world.keys()).filter((key) => !known.has(key));
          return Promise.all(keys.map(async (key) => recordOf(await world.record(key))));
        },
      };
    },
  };
}

function recordOf({ phase = '', attempt = '', outcome }: Readonly<Record<string, string>>) {
  const { text = '' }: { text?: string } = JSON.parse(outcome || '{}');
  return { phase, attempt, text };
}

export type GalleryWorld = Awaited<ReturnType<typeof startGallery>>;

export interface Each {
  /** What the site keeps of the data. Default: exactly that. */
  readonly kept?: (data: Data) => Data;
  /** Two identities. */
  readonly people?: readonly [Data, Data];
}

/**
 * Two identities: one sent three times side by side and once more afterwards, the other once. The site must have one entry of
 * each with exactly what it `kept` of the data, and the ledger the receipt of each.
 */
export async function submitsEachOnce(gallery: GalleryWorld, each: Each = {}) {
  const { name } = gallery.form;
  const { kept = (data: Data) => data, people = [sample(name, 0), sample(name, 1)] } = each;
  const [first, second] = people;
  const watch = await gallery.watch();
  const [skipped, worked] = ['done submitted skipped', 'done submitted'];
  assert.deepEqual(await gallery.submit(first, first, second, first), [worked, worked, skipped, skipped]);
  assert.deepEqual(await gallery.submit(first), [skipped]);
  assert.deepEqual(await gallery.world.parked(), []);

  const inOrder = (all: readonly Data[]) => all.map((one) => canonicalize(one)).sort();
  assert.deepEqual(inOrder(watch.entries().map(({ fields }) => fields)), inOrder(people.map(kept)));
  const records = await watch.records();
  const once = { phase: 'submitted', attempt: '1' };
  assert.deepEqual(
    records.map(({ phase, attempt }) => ({ phase, attempt })),
    [once, once],
  );
  for (const { number } of watch.entries()) {
    assert.equal(records.filter(({ text }) => text.includes(number)).length, 1, `the receipt of ${number}`);
  }
  return watch;
}

/** The session ends between the page and the submit: refused for certain, tried again at once, and one entry. */
export async function triesAgainAfterExpiry(gallery: GalleryWorld, path: string) {
  const watch = await gallery.watch();
  gallery.expireAt(path);
  assert.deepEqual(await gallery.submit(sample(gallery.form.name, 2)), ['done submitted']);
  assert.deepEqual([watch.posts(path), watch.entries().length], [2, 1]);
  return watch;
}

/** The site says no, which is final: the same again is skipped. */
export async function isRefused(gallery: GalleryWorld, data: Data, text: RegExp) {
  const watch = await gallery.watch();
  assert.deepEqual(await gallery.submit(data), ['done refused']);
  const sent = watch.posts();
  assert.deepEqual(await gallery.submit(data), ['done refused skipped']);
  assert.deepEqual([watch.posts(), watch.entries().length], [sent, 0]);
  const [record, ...more] = await watch.records();
  assert.deepEqual([record?.phase, more.length], ['refused', 0]);
  assert.match(record?.text ?? '', text);
  return watch;
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
