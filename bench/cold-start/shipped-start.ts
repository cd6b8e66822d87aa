/** Runs bundled, in a process of its own: Chromium as its package's README starts it, up to the first page. Prints its moments. */
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Moments } from './moments.ts';

const imported = performance.now();
const executablePath = await chromium.executablePath();
const usable = performance.now();
const browser = await playwright.launch({ executablePath, args: chromium.args, headless: true });
const launched = performance.now();
await browser.newPage();
const moments: Moments = { imported, asked: imported, usable, launched, page: performance.now() };
console.log(JSON.stringify(moments));
await browser.close();
process.exit(0);
