import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { dataOf, FORM, keyFor } from '../support/api.ts';
import { claimRequest, newClaim } from '../support/ledger.ts';
import { until } from '../support/until.ts';
import { startConsole } from './support.ts';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

test('labels, receipts, reasons and data of strangers are text, wherever they are shown', async () => {
  const world = await startConsole({ forms: [FORM] });
  const { api } = world;
  for (const [id, phase] of [
    ['a', 'submitted'],
    ['b', 'unknown'],
  ] as const) {
    const claim = newClaim(keyFor(id));
    await api.ledger.claim(claimRequest(claim, { form: 'test-form', label: `${id} ${HOSTILE}` }));
    await api.ledger.arm(claim, { deadlineMs: 1_000, minLeaseMs: 0 });
    const url = 'javascript:document.title=1';
    await api.ledger.settle(claim, phase, { text: `receipt ${HOSTILE}`, url });
  }
  const attributes = {
    reason: HOSTILE,
    errors: JSON.stringify([{ field: HOSTILE, message: HOSTILE }]),
    key: keyFor('c'),
  };
  await api.sqs.send(
    new SendMessageCommand({
      QueueUrl: api.parkingUrl,
      MessageBody: JSON.stringify({ form: 'test-form', data: dataOf('c', { note: HOSTILE, [HOSTILE]: 1 }) }),
      MessageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      ),
    }),
  );
  const page = await world.open();
  await page.getByRole('link', { name: `a ${HOSTILE}` }).click();
  await page.getByRole('heading', { name: `a ${HOSTILE}` }).waitFor();
  await page.locator('ol.line').getByText(`receipt ${HOSTILE}`).waitFor();
  await page.getByRole('link', { name: 'Review desk' }).click();
  // The page before shows it too, for a moment.
  await page.locator('q').getByText(`receipt ${HOSTILE}`).waitFor();
  await page.getByRole('button', { name: 'Look at the parking queue' }).click();
  const article = page.getByRole('article');
  await article.waitFor();
  await article.getByText('What it holds').click();
  await article.locator('pre').getByText('onerror').waitFor();
  await page.getByRole('link', { name: `Look and decide b ${HOSTILE}` }).click();
  await page.getByRole('heading', { name: `b ${HOSTILE}` }).waitFor();
  assert.equal(await page.locator('img[src="x"], a[href^="javascript"]').count(), 0);
  assert.notEqual(await page.title(), '1');
  assert.deepEqual(world.faults, []);
});

test('control: what would run is stopped by the policy, and is noticed', async () => {
  const world = await startConsole();
  const page = await world.open({ token: null });
  const insert = () =>
    page.evaluate((text) => {
      document.body.insertAdjacentHTML('beforeend', text);
    }, HOSTILE);
  await assert.rejects(insert, /TrustedHTML/);
  await page.evaluate(() => {
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'https://elsewhere.example/x.png' }),
    );
  });
  await until('the violation to be noticed', () => world.faults.some((one) => one.includes('img-src')));
  assert.notEqual(await page.title(), '1');
});
