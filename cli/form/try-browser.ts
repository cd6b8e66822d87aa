import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { LOCALE } from '../../lib/chromium/arguments.ts';
import { pictureOf } from '../../lib/chromium/evidence.ts';
import type { BrowserForm } from '../../lib/form/define.ts';
import { readBody } from '../../lib/inspect/body.ts';
import { browserHeadersOf } from '../../lib/senders/browser-headers.ts';
import { Documents } from '../../lib/senders/documents.ts';
import { fillAndHold } from '../../lib/senders/fill-and-hold.ts';
import type { Dropped } from '../../lib/senders/gate.ts';
import { type GatedContext, openGatedContext, untilGone } from '../../lib/senders/gated-context.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import {
  type HeldRequest,
  type OtherRequest,
  Stopwatch,
  type Trial,
  type TrialOptions,
  tellingHeaders,
} from './trial.ts';

const PICTURE_MS = 10_000;
/** A form that fires twice does so at once. */
const REPEATS_MS = 400;

/** Everything but the submit, by the engine's own steps: what the click leads to is held, read and dropped. */
export async function tryInBrowser(form: BrowserForm, options: TrialOptions): Promise<Trial> {
  const { browsers, localTargets, signal, show, data, timeouts } = options;
  const watch = new Stopwatch();
  const gated = await openGatedContext(form, { browsers, localTargets, signal });
  watch.done('browser');
  const { page } = gated;
  let picture: Trial['picture'];
  try {
    page.setDefaultTimeout(timeouts.actionMs);
    page.setDefaultNavigationTimeout(timeouts.navigationMs);
    show(`Loading ${form.url(data).replace(/[?#].*$/, '')}`);
    const timed: BrowserForm = {
      ...form,
      async fill(on, values) {
        watch.done('load and look');
        show('Filling in');
        await form.fill(on, values);
        watch.done('fill');
        picture = await pictureIn(on, options);
        watch.done('picture');
      },
      submit(on) {
        watch.done('read back');
        show('Clicking, with the request held');
        return form.submit(on);
      },
    };
    const { actionMs, waitingMs } = timeouts;
    const what = { form: timed, data, actionMs, waitingMs: () => waitingMs };
    const held = await untilGone(gated.gone, fillAndHold(page, gated, new Documents(gated.context), what));
    if ('said' in held) return { saidBefore: held.said, ...traces(gated, picture, watch) };
    watch.done('click');
    const request = await readHeld(held.route, gated);
    await sleep(REPEATS_MS);
    return { request, ...traces(gated, picture, watch) };
  } catch (thrown) {
    signal.throwIfAborted();
    picture ??= await pictureIn(page, options);
    const problem = messageOf(options.secrets.hideIn(thrown));
    return { problem, ...traces(gated, picture, watch) };
  } finally {
    await gated.close();
  }
}

function traces(
  { gate, egress }: GatedContext,
  picture: Trial['picture'],
  { steps }: Stopwatch,
): Pick<Trial, 'others' | 'notReached' | 'picture' | 'steps'> {
  return {
    others: [
      ...gate.drafts.map((one): OtherRequest => ({ ...one, fate: 'let go: declared in drafts' })),
      ...gate.dropped.map(({ why, method, url }): OtherRequest => ({ method, url, fate: FATES[why] })),
    ],
    notReached: [...new Set(egress.refusals.map(({ host, why }) => `${host} (${REFUSALS[why]})`))],
    ...(picture && { picture }),
    steps,
  };
}

const REFUSALS = { host: 'not in allow', address: 'its address is not public' } as const;

const FATES: Readonly<Record<Dropped['why'], string>> = {
  early: 'dropped: the submission, made by fill itself',
  repeat: 'dropped: the submission once more',
  undeclared: 'dropped: neither the submission nor declared in drafts',
  speculative: 'dropped: loaded ahead, or an icon; no page needs it',
  sealed: 'dropped: after the end of the run',
  webSocket: 'dropped: a message of a WebSocket',
};

async function readHeld(route: Route, { context }: GatedContext): Promise<HeldRequest> {
  const request = route.request();
  const headers = browserHeadersOf(request, LOCALE);
  const cookies = await context.cookies(request.url());
  return {
    method: request.method(),
    url: request.url(),
    headers: tellingHeaders(headers),
    cookies: cookies.map(({ name }) => name),
    body: await readBody(headers['content-type'] ?? '', request.postDataBuffer()),
  };
}

/** As the page stands, with everything secret hidden. Never throws. */
async function pictureIn(page: Page, { folder, key, secrets }: TrialOptions): Promise<Trial['picture']> {
  const secret = secrets.none ? undefined : secrets.find;
  const picture = await pictureOf(page, { timeoutMs: PICTURE_MS, secret });
  if (picture.png === undefined) return { why: picture.reason };
  const file = join(folder, `${key.slice(0, key.lastIndexOf('.') + 9)}.png`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, picture.png);
    return { file };
  } catch (thrown) {
    return { why: messageOf(thrown) };
  }
}
