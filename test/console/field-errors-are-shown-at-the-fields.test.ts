import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { fillVisit, newFolder, startConsole } from './support.ts';

/** What was typed is kept a moment later. */
const KEPT_MS = 600;

const errorAt = async (page: Page, label: string) => {
  const ids = (await page.getByLabel(label).getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(ids.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()));
  return texts.at(-1) ?? '';
};

test('what the API finds is at the field, the first has the focus; mended, it goes out as the form wants it', async () => {
  const world = await startConsole();
  const page = await world.open({ at: '#/send' });
  const file = join(await newFolder(), 'cv.txt');
  await writeFile(file, 'worked here and there');
  await fillVisit(page, 'v-1');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('City').fill('');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByRole('alert').getByText('2 to mend').waitFor();
  assert.equal(await errorAt(page, 'Email'), 'is no e-mail address');
  assert.equal(await page.getByLabel('Email').getAttribute('aria-invalid'), 'true');
  assert.equal(await page.getByLabel('Visitor id').getAttribute('aria-invalid'), 'false');
  assert.equal(await errorAt(page, 'City'), 'is missing');
  await until('the focus at the first', () =>
    page.evaluate("document.activeElement?.id === 'field-data.email'"),
  );
  assert.equal(await world.api.left(), 0);

  await page.getByLabel('Email').fill('ana@example.org');
  assert.equal(await errorAt(page, 'Email'), '', 'what is being mended is wrong no more');
  await page.getByLabel('City').fill('Bandung');
  await page.getByLabel('Seats').fill('3');
  await page.getByLabel('Arrives').fill('2027-03-04T09:30:00');
  await page.getByLabel('Newsletter').selectOption('false');
  await page.getByLabel('Cv').setInputFiles(file);
  await page.getByLabel('Pin').fill('991177');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByText('It is in the queue.').waitFor();
  const [message, ...others] = await world.api.queued();
  assert.equal(others.length, 0);
  const { form, data } = JSON.parse(message?.Body ?? '');
  assert.equal(form, 'visit');
  assert.deepEqual(data, {
    visitorId: 'v-1',
    email: 'ana@example.org',
    seats: 3,
    day: '2027-03-04',
    // Jakarta's time, which the test's browser has.
    arrives: '2027-03-04T02:30:00.000Z',
    plan: 'full',
    agrees: true,
    newsletter: false,
    address: { city: 'Bandung' },
    cv: {
      name: 'cv.txt',
      type: 'text/plain',
      base64: Buffer.from('worked here and there').toString('base64'),
    },
    pin: '991177',
  });
  assert.deepEqual(world.faults, []);
});

test('a file that is too large, and a number that is none, are told at their fields', async () => {
  const world = await startConsole();
  const page = await world.open({ at: '#/send' });
  const file = join(await newFolder(), 'cv.txt');
  await writeFile(file, 'x'.repeat(20_001));
  await fillVisit(page, 'v-1');
  await page.getByLabel('Seats').fill('three');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await errorAt(page, 'Seats'), 'is not a number');
  await page.getByLabel('Seats').fill('30');
  await page.getByLabel('Cv').setInputFiles(file);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByRole('alert').getByText('2 to mend').waitFor();
  assert.match(await errorAt(page, 'Cv'), /at most 20000 bytes/);
  assert.equal(await errorAt(page, 'Seats'), 'must be at most 10');
  assert.equal(await world.api.left(), 0);
});

test('they are in the language of the page; what only the form can say is as the form says it', async () => {
  const world = await startConsole({}, { init: "localStorage.setItem('sekali-language', 'id')" });
  const page = await world.open({ token: null });
  await page.getByLabel('Token').fill(world.api.tokens.operate);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await page.getByRole('link', { name: 'Serahkan' }).click();
  const file = join(await newFolder(), 'cv.txt');
  await writeFile(file, 'x'.repeat(20_001));
  await fillVisit(page, 'v-1');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Seats').fill('30');
  await page.getByLabel('City').fill('');
  await page.getByLabel('Cv').setInputFiles(file);
  await page.getByRole('button', { name: 'Serahkan' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await errorAt(page, 'Email'), 'bukan alamat surel');
  assert.equal(await errorAt(page, 'Seats'), 'paling besar 10');
  assert.equal(await errorAt(page, 'City'), 'belum diisi');
  assert.match(await errorAt(page, 'Cv'), /at most 20000 bytes/);
});

test('what was typed is there after a reload and in another tab, without secrets; signing out forgets it', async () => {
  const world = await startConsole();
  const page = await world.open({ at: '#/send' });
  await fillVisit(page, 'v-1');
  await page.getByLabel('Pin').fill('991177');
  await page.getByLabel('Wishes').fill('a window');
  await page.waitForTimeout(KEPT_MS);
  await page.reload();
  await page.getByText('There is a draft').waitFor();
  assert.equal(await page.getByLabel('Wishes').inputValue(), 'a window');
  assert.equal(await page.getByLabel('City').inputValue(), 'Bandung');
  assert.equal(await page.getByLabel('Pin').inputValue(), '');

  const other = await world.open({ at: '#/send' });
  await other.getByText('There is a draft').waitFor();
  await other.getByLabel('Email').fill('other@example.org');
  await page.getByLabel('City').fill('Medan');
  await other.waitForTimeout(KEPT_MS);
  await page.reload();
  await page.getByText('There is a draft').waitFor();
  assert.equal(await page.getByLabel('Email').inputValue(), 'other@example.org');
  assert.equal(await page.getByLabel('City').inputValue(), 'Medan', 'neither lost the change of the other');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const third = await world.open({ at: '#/send' });
  await third.getByLabel('Visitor id').waitFor();
  await third.waitForTimeout(300);
  assert.equal(await third.getByLabel('Visitor id').inputValue(), '');
  assert.deepEqual(world.faults, []);
});

test('what is typed in the last moment before signing out is not kept either', async () => {
  const world = await startConsole();
  const page = await world.open({ at: '#/send' });
  await page.getByLabel('Visitor id').waitFor();
  // In one go, as no hand of a test is quick enough.
  await page.evaluate(() => {
    const [, signOut] =
      [...document.querySelectorAll('button')]
        .map((button) => [button.textContent, button] as const)
        .find(([text]) => text === 'Sign out') ?? [];
    const field = document.querySelector<HTMLInputElement>('input[id$="visitorId"]');
    if (!field || !signOut) throw new Error('not drawn');
    field.value = 'v-secret';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    setTimeout(() => signOut.click());
  });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.waitForTimeout(KEPT_MS);
  const other = await world.open({ at: '#/send' });
  await other.getByLabel('Visitor id').waitFor();
  await other.waitForTimeout(KEPT_MS);
  assert.equal(await other.getByLabel('Visitor id').inputValue(), '');
});
