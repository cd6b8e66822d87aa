import { answerFromHtml } from '../form/answer.ts';
import type { Browsers } from '../senders/gated-context.ts';
import type { Candidate } from './candidate.ts';
import { clickDry, type DryClick, type SeenRequest } from './dry-click.ts';
import { type Field, fieldsOf, findOfControl } from './field.ts';
import { type Find, locate } from './find.ts';
import { type FoundFrame, rootOf } from './frames.ts';
import { buttonOf, whyAPerson, whyNotHttp } from './judge.ts';
import { localTargetsOf } from './local-target.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { type PlainHttp, tryPlainHttp } from './plain-http.ts';
import { guessProofs, type ProofGuesses } from './proof-guesses.ts';
import { textOf, waitForForm } from './wait-for-form.ts';

/** What is known of a page and the form on it. */
export interface Inspection {
  /** As it was asked for, and what it led to. */
  readonly asked: string;
  readonly url: string;
  readonly title: string;
  readonly status: number;
  /** The first words of the page. */
  readonly text: string;
  /** The page said so before the form came; `undefined` where it came at once. */
  readonly waiting: string | undefined;
  /** All that might be the form; `form` is about the first. */
  readonly forms: readonly { readonly fields: number; readonly where: string }[];
  /** `undefined` where the page has nothing to fill in. */
  readonly form: InspectedForm | undefined;
}

export interface InspectedForm {
  readonly candidate: Candidate;
  /** The CSS of the frames that it is in. */
  readonly path: readonly string[];
  readonly fields: readonly Field[];
  readonly submit: Find | undefined;
  readonly click: DryClick | undefined;
  readonly http: { readonly whyNot: readonly string[]; readonly css?: string };
  readonly needsPerson: readonly string[];
  readonly proofs: ProofGuesses;
  /** The hosts that it needs. */
  readonly hosts: readonly string[];
}

export interface InspectOptions {
  readonly browsers: Browsers;
  readonly signal: AbortSignal;
  /** Told what is being done. */
  readonly show: (step: string) => void;
}

/**
 * Opens a page and finds out what its form is. Nothing but GETs leaves: the request of the form's submit is made by a click, held
 * and dropped.
 * @throws Error when the page cannot be loaded
 */
export async function inspect(url: string, { browsers, signal, show }: InspectOptions): Promise<Inspection> {
  const localTargets = localTargetsOf(url);
  show(`Opening ${url}`);
  const opened = await openPage(url, { browsers, localTargets, signal });
  try {
    show('Reading what is on the page');
    const { page } = opened;
    const { frames, candidates, waiting } = await waitForForm(page, signal, show);
    const about = {
      asked: url,
      url: page.url(),
      title: await page.title(),
      status: opened.status(),
      text: await textOf(page),
      waiting,
      forms: candidates.map((one) => ({ fields: one.fields.length, where: whereOf(one, frames) })),
    };
    const [candidate] = candidates;
    const frame = candidate && frames[candidate.frame];
    if (candidate === undefined || frame === undefined) return { ...about, form: undefined };
    const form = await inspectForm({
      opened,
      frame,
      candidates,
      candidate,
      localTargets,
      signal,
      show,
      ...about,
    });
    return { ...about, form };
  } finally {
    await opened.gated.close();
  }
}

interface OnPage {
  readonly opened: OpenedPage;
  readonly frame: FoundFrame;
  readonly candidates: readonly Candidate[];
  readonly candidate: Candidate;
  readonly localTargets: readonly string[];
  readonly asked: string;
  readonly text: string;
  readonly status: number;
  readonly waiting: string | undefined;
  readonly signal: AbortSignal;
  readonly show: (step: string) => void;
}

async function inspectForm(on: OnPage): Promise<InspectedForm> {
  const { opened, frame, candidate, show } = on;
  const { page, gated } = opened;
  const root = rootOf(page, frame.path);
  const fields = await fieldsOf(root, frame, candidate);
  // Before the click: a page whose next load is held answers no questions.
  const html = await page.content();
  const served = await opened.served();
  const button = candidate.buttons.find(({ nth }) => nth === candidate.submit);
  const submit = button && (await findOfControl(root, frame.found, candidate, button));

  show('Filling it with made-up values and clicking; what that leads to is held and dropped');
  const click = submit && (await clickDry(gated, root, fields, locate(root, submit)));
  const byItself = [
    ...(on.waiting === undefined ? [] : ['the page says to wait first']),
    ...whyNotHttp(candidate, fields, click, { asked: opened.asked, text: on.text }),
  ];
  const submission = byItself.length === 0 ? click?.submission : undefined;
  if (submission) show('Asking for the page without a browser');
  const plain = submission && (await plainHttp(on, fields, click?.fill.values ?? {}, served, submission));
  const whyNot = [...byItself, ...(plain?.whyNot ?? [])];
  const isPlain = whyNot.length === 0;
  const hosts = isPlain ? [] : opened.hosts;
  return {
    candidate,
    path: frame.path,
    fields,
    submit,
    click,
    http: { whyNot, ...(plain?.css !== undefined && { css: plain.css }) },
    needsPerson: whyAPerson({ ...on, fields, click, asked: opened.asked, isPlain }),
    // As each of the senders, and each of the ways to look at a page, sees it.
    proofs: guessProofs([on.text, answerFromHtml({ url: '', status: 200, html }).text, plain?.text ?? '']),
    hosts: [...new Set([...hosts, ...hostsOf(on, click?.submission)])],
  };
}

/** Those of the page and of what it submits: all that plain HTTP needs. */
function hostsOf({ asked, opened }: OnPage, submission: SeenRequest | undefined): string[] {
  const urls = [asked, opened.page.url(), ...(submission ? [submission.url] : [])];
  return [...new Set(urls.map((url) => new URL(url).hostname))];
}

function plainHttp(
  on: OnPage,
  fields: readonly Field[],
  values: DryClick['fill']['values'],
  served: string,
  submission: SeenRequest,
): Promise<PlainHttp> {
  const { candidate, localTargets, asked, signal } = on;
  return tryPlainHttp({
    url: asked,
    allow: hostsOf(on, submission),
    localTargets,
    candidate,
    fields,
    values,
    served,
    submission,
    button: buttonOf(candidate),
    signal,
  });
}

function whereOf({ tag, frame }: Candidate, frames: readonly FoundFrame[]): string {
  const inFrame = frame === 0 ? '' : ` in the frame ${frames[frame]?.facts.url}`;
  if (tag === undefined) return `controls in no <form>${inFrame}`;
  return `<form ${tag.method} ${tag.action ?? '(its own page)'}>${inFrame}${tag.inShadow ? ' in a shadow root' : ''}`;
}
