/** Takes the pictures of docs/console.md from the local stack: `node local/run.mjs local/screenshots.ts`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { WarmBrowser } from '../lib/chromium/browser.ts';
import { beforeEnd } from './lifetime.ts';
import { type Stack, startStack } from './stack.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
const WAIT_MS = 120_000;
const EVENT = 'jakarta-run';
const WIDE = { width: 1000, height: 720 };
const PHONE = { width: 360, height: 720 };

/** What becomes of the next registration; the target takes it in any case. */
let behaviour: 'normal' | 'reset' | 'hang' = 'normal';

const stack = await startStack({
  say: (line) => console.log(`${line} …`),
  target: { behave: ({ method }) => (method === 'POST' ? behaviour : 'normal') },
});
const browser = new WarmBrowser({ onFallback: (reason) => console.warn(reason) });
beforeEnd(() => browser.close());
try {
  await mkdir(FOLDER, { recursive: true });
  await fill(stack);
  await take();
} finally {
  await browser.close();
  await stack.stop();
}

/** Submissions in every phase that a person is to see. */
async function fill({ send, sqs, parkingUrl }: Stack): Promise<void> {
  const people = ['Ayu Wulandari', 'Budi Santoso', 'Citra Lestari', 'Dewi Anggraini'];
  await send(...people.map((fullName, nth) => registration(`u-${nth + 1}`, fullName)));
  await inPhase('submitted', people.length);
  await send(...Array.from({ length: 3 }, () => registration('u-1', 'Ayu Wulandari')));
  behaviour = 'reset';
  await send(registration('u-7', 'Eko Prasetyo'));
  await inPhase('unknown', 1);
  behaviour = 'hang';
  await send(registration('u-8', 'Fitri Handayani'));
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: parkingUrl,
      MessageBody: JSON.stringify(registration('u-9', 'Gita Permata')),
      MessageAttributes: {
        reason: { DataType: 'String', StringValue: 'attempts' },
        errors: {
          DataType: 'String',
          StringValue: JSON.stringify([{ field: '', message: 'tried 5 times: the page did not load' }]),
        },
      },
    }),
  );
  await inPhase('armed', 1);
}

async function take(): Promise<void> {
  const page = await open({ viewport: WIDE, locale: 'en-GB', colorScheme: 'light' });
  await page.getByText('Up to date').waitFor();
  await shoot(page, 'list');
  await page.getByRole('link', { name: `u-1 at ${EVENT}` }).click();
  await page.getByRole('img').waitFor();
  await sleep(1_000);
  await shoot(page, 'time-line');
  await page.getByRole('link', { name: 'Review desk' }).click();
  await page.getByRole('button', { name: 'Look at the parking queue' }).click();
  await page.getByRole('article').first().waitFor();
  await shoot(page, 'review');
  await page.getByRole('link', { name: 'Look and decide' }).click();
  await page.getByLabel('Absent: it is not there').check();
  await page.getByRole('button', { name: 'I begin now' }).click();
  await page.getByLabel('How you know').fill('Not on the list of entries');
  await page.getByRole('heading', { name: 'Resolve' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Resolve …' }).click();
  await shoot(page, 'resolve');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Hand in' }).click();
  await page.getByLabel('User id').fill('u-10');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Seats').fill('20');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByRole('alert').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await shoot(page, 'hand-in');
  await page.close();

  const dark = await open({ viewport: WIDE, locale: 'id-ID', colorScheme: 'dark' });
  await dark.getByText(`u-1 at ${EVENT}`).waitFor();
  await shoot(dark, 'dark');
  await dark.close();
  const phone = await open({ viewport: PHONE, locale: 'en-GB', colorScheme: 'light' });
  await phone.getByText(`u-1 at ${EVENT}`).waitFor();
  await shoot(phone, 'phone');
  await phone.close();
}

/** A tab, signed in. */
async function open(options: BrowserContextOptions): Promise<Page> {
  const { context } = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(stack.apiUrl);
  await page.getByLabel('Token').fill(stack.tokens.operate);
  await page.keyboard.press('Enter');
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `console-${name}.png`) });
  console.log(`docs/images/console-${name}.png`);
}

function registration(userId: string, fullName: string): object {
  const data = { userId, eventId: EVENT, fullName, email: `${userId}@example.com`, seats: 1 };
  return { form: 'event-registration', data };
}

async function inPhase(phase: string, count: number): Promise<void> {
  const endsMs = performance.now() + WAIT_MS;
  while (performance.now() < endsMs) {
    const response = await fetch(`${stack.apiUrl}/submissions?phase=${phase}`, {
      headers: { authorization: `Bearer ${stack.tokens.operate}` },
    });
    const { submissions } = (await response.json()) as { readonly submissions: readonly unknown[] };
    if (submissions.length >= count) return;
    await sleep(500);
  }
  throw new Error(`no ${count} submissions became ${phase}`);
}
