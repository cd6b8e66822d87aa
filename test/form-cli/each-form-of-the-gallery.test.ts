import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Form } from '../../lib/form/index.ts';
import { isPlain } from '../../lib/inspect/definition.ts';
import { startDemoTarget } from '../../local/demo-target.ts';
import { SITES } from '../../local/gallery/sites/index.ts';
import { submitOnce } from './submit-once.ts';
import { compile, definitionFor, folderInProject, inspectForm } from './support.ts';

const demo = await startDemoTarget();
test.after(() => demo.stop());
const folder = await folderInProject();

/** What the page took when it was inspected. */
const samples = new Map<string, Readonly<Record<string, unknown>>>();

interface Expected {
  readonly sender: 'http' | 'browser';
  /** Why it needs a person; absent where it needs none. */
  readonly person?: RegExp;
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  contact: { sender: 'http' },
  auction: { sender: 'http' },
  registration: { sender: 'browser' },
  jobs: { sender: 'http' },
  visa: { sender: 'browser', person: /goes on over more pages/ },
  members: { sender: 'browser', person: /this is a login/ },
  tickets: { sender: 'browser' },
  spa: { sender: 'browser' },
  pay: { sender: 'browser' },
  survey: { sender: 'http' },
  appointments: { sender: 'http' },
  orders: { sender: 'http' },
};

for (const site of SITES) {
  const expected = EXPECTED[site.name];
  test(`${site.name}: ${site.shows}`, async () => {
    assert.ok(expected, 'a site of the gallery that this test does not know');
    const postsBefore = demo.posts();
    const { page, ...form } = await inspectForm(demo, site.start);
    assert.equal(demo.posts(), postsBefore, 'inspecting submitted something');
    assert.equal(isPlain(form) ? 'http' : 'browser', expected.sender, form.http.whyNot.join('; '));
    if (expected.person === undefined) assert.deepEqual(form.needsPerson, []);
    else assert.match(form.needsPerson.join('\n'), expected.person);

    const file = join(folder, `${site.name}.ts`);
    await writeFile(file, await definitionFor(page, form, site.name));
    const { default: written } = (await import(pathToFileURL(file).href)) as { default: Form };
    samples.set(site.name, form.click?.fill.values ?? {});
    // Who must be asked first is not tried: what was written for one step of several would end as unknown.
    if (expected.person !== undefined) return;
    const result = await submitOnce(written, form.click?.fill.values ?? {}, demo);
    assert.equal(result.kind, 'submitted', JSON.stringify(result));
    assert.equal(demo.gallery.entries(site.name).length, 1);
  });
}

/** What the sites refuse, each in its own words. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  appointments: { day: '2027-01-01' },
  jobs: { cv: { name: 'cv.pdf', type: 'application/pdf', base64: 'bm8gcGRm' } },
  pay: { card: '4000000000000002' },
  registration: { birthDate: '2026-12-31' },
  spa: { phone: '12' },
};

for (const [name, wrong] of Object.entries(REFUSED)) {
  test(`${name}: what the site refuses is not taken for a receipt`, async () => {
    const { default: written } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as {
      default: Form;
    };
    const before = demo.gallery.entries(name).length;
    const result = await submitOnce(written, { ...samples.get(name), ...wrong }, demo);
    assert.ok(['refused', 'noProof'].includes(result.kind), JSON.stringify(result));
    assert.equal(demo.gallery.entries(name).length, before);
  });
}

test('all that was written compiles', () => compile(folder));
