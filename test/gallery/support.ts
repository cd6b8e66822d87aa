import assert from 'node:assert/strict';
import { after } from 'node:test';
import canonicalize from 'canonicalize';
import type { Form } from '../../lib/form/define.ts';
import { type DemoTarget, type DemoTargetOptions, startDemoTarget } from '../../local/demo-target.ts';
import { SAMPLES } from '../../local/gallery/samples.ts';
import { startWorld, until } from '../support/worker.ts';

export type Data = Readonly<Record<string, unknown>>;

export interface GalleryOptions {
  readonly target?: DemoTargetOptions;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** One site of the gallery and the worker that submits its form; both end with the test, or the file, that called it. */
export async function startGallery(form: Form, { target: options = {}, params = {} }: GalleryOptions = {}) {
  const target: DemoTarget = await startDemoTarget(options);
  after(() => target.stop());
  process.env.SEKALI_DEMO_TARGET = target.url;
  const world = await startWorld({
    target,
    forms: [form],
    params: { batchSize: 3, backoffBaseMs: 300, actionTimeoutMs: 5_000, proofTimeoutMs: 5_000, ...params },
  });
  world.startPolling({ maximumConcurrency: 1 });

  /** Sends messages all at once, and waits until the queue has no more to say of them. */
  async function submit(...people: readonly Data[]) {
    const before = world.dispositions().length;
    await world.send(...people.map((data) => ({ form: form.name, data })));
    const empty = until('an empty queue', async () => (await world.left()) === 0, 30_000);
    await empty.catch((error: Error) => {
      const said = world
        .dispositions()
        .map(({ disposition, reason, why }) => [disposition, reason, why].join(' '));
      throw new Error([error.message, ...said].join('\n'));
    });
    return world.dispositions().slice(before);
  }

  async function records() {
    const all = await Promise.all((await world.keys()).map(world.record));
    return all.map(({ phase = '', attempt = '', outcome = '{}', label = '' }) => {
      const { text = '' }: { text?: string } = JSON.parse(outcome || '{}');
      return { phase, attempt, text, label };
    });
  }

  return {
    target,
    world,
    submit,
    records,
    entries: () => target.gallery.entries(form.name).map(({ fields }) => fields),
  };
}

export type GalleryWorld = Awaited<ReturnType<typeof startGallery>>;

/**
 * Two identities: one sent three times side by side and once more afterwards, the other once. The site must have one entry of
 * each with exactly what `expected` makes of the data, and the ledger one receipt of each.
 */
export async function submitsEachOnce(
  form: Form,
  expected: (data: Data) => Data = (data) => data,
  options: GalleryOptions = {},
): Promise<GalleryWorld> {
  const gallery = await startGallery(form, options);
  const [first, second] = [sample(form.name, 0), sample(form.name, 1)];
  const together = await gallery.submit(first, first, second, first);
  const late = await gallery.submit(first);

  const ended = (all: typeof late) =>
    all
      .filter(({ disposition }) => disposition !== 'retry')
      .map(({ disposition, phase, skipped }) => `${disposition} ${phase} ${skipped ? 'skipped' : 'worked'}`)
      .sort();
  const [skipped, worked] = ['done submitted skipped', 'done submitted worked'];
  assert.deepEqual(ended(together), [skipped, skipped, worked, worked]);
  assert.deepEqual(ended(late), [skipped]);
  assert.deepEqual(await gallery.world.parked(), []);

  const byContent = (all: readonly Data[]) => all.map((one) => canonicalize(one)).sort();
  assert.deepEqual(byContent(gallery.entries()), byContent([expected(first), expected(second)]));
  const records = await gallery.records();
  assert.deepEqual(
    records.map(({ phase, attempt }) => [phase, attempt]),
    [
      ['submitted', '1'],
      ['submitted', '1'],
    ],
  );
  const numbers = gallery.target.gallery.entries(form.name).map(({ number }) => number);
  for (const number of numbers)
    assert.ok(
      records.some(({ text }) => text.includes(number)),
      `no receipt ${number}`,
    );
  return gallery;
}

export function sample(form: string, nth: number, change: Data = {}): Data {
  const data = SAMPLES[form]?.(nth);
  assert.ok(data, `no sample for ${form}`);
  return { ...data, ...change };
}
