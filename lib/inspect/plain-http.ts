import { load } from 'cheerio/slim';
import { openEgress } from '../egress/proxy.ts';
import type { HttpForm, HttpValue } from '../form/define.ts';
import { controlsOf, formOf } from '../senders/http-controls.ts';
import { submissionOf } from '../senders/http-form.ts';
import { HttpSession } from '../senders/http-session.ts';
import { answerOf } from '../senders/http-text.ts';
import { visitByHttp } from '../senders/http-visit.ts';
import { messageOf } from '../submission/errors.ts';
import { type BodyPart, readBody } from './body.ts';
import type { Candidate } from './candidate.ts';
import type { SeenRequest } from './dry-click.ts';
import type { ControlFacts } from './facts.ts';
import type { Field } from './field.ts';
import { formCss } from './field-finds.ts';
import type { Sample } from './sample.ts';

const TIMEOUT_MS = 20_000;

export interface PlainHttp {
  /** Why a plain request will not do; empty where it does. */
  readonly whyNot: readonly string[];
  /** The CSS of the form for the sender `http`. */
  readonly css?: string;
  /** What the page says to a plain request. */
  readonly text: string;
}

/** What a browser makes of a form, as far as plain HTTP has to make the same. */
export interface ByBrowser {
  readonly url: string;
  readonly allow: readonly string[];
  readonly localTargets: readonly string[];
  readonly candidate: Candidate;
  readonly fields: readonly Field[];
  readonly values: Readonly<Record<string, Sample>>;
  readonly served: string;
  readonly submission: SeenRequest;
  /** The button, where it has a name. */
  readonly button: ControlFacts | undefined;
  readonly signal: AbortSignal;
}

/**
 * Whether plain HTTP would do: the page is asked for once more, without a browser, and the request that the sender `http` would
 * make of it is laid beside the one that the browser made. Nothing but a GET leaves.
 */
export async function tryPlainHttp(browser: ByBrowser): Promise<PlainHttp> {
  const egress = await openEgress({ allow: browser.allow, localTargets: browser.localTargets });
  try {
    const session = new HttpSession(egress);
    const page = await visitByHttp(session, egress, browser.url, {
      signal: browser.signal,
      timeoutMs: TIMEOUT_MS,
    });
    const { text } = answerOf(page);
    let why = '';
    const { tag } = browser.candidate;
    const ways = tag === undefined ? [] : formCss(tag, browser.fields[0]?.control.name);
    for (const css of ways) {
      try {
        const ask = submissionOf(page, httpForm(browser, css), {});
        const body = await readBody(ask.headers['content-type'] ?? '', ask.body);
        const whyNot = [
          ...filledByScript(browser, css),
          ...differences(
            browser,
            ask.url.origin + ask.url.pathname,
            body.kind === 'fields' ? body.parts : [],
          ),
        ];
        return { whyNot, css, text };
      } catch (thrown) {
        // The first way is the one that is meant; the others are only less telling.
        why ||= messageOf(thrown);
      }
    }
    return { whyNot: [`a plain request for the page shows another one than the browser: ${why}`], text };
  } catch (thrown) {
    return { whyNot: [`a plain request for the page fails: ${messageOf(thrown)}`], text: '' };
  } finally {
    await egress.close();
  }
}

function httpForm({ url, allow, fields, values, button }: ByBrowser, css: string): HttpForm {
  return {
    name: 'inspected',
    sender: 'http',
    allow,
    url: () => url,
    label: () => '',
    receipt: () => undefined,
    identity: [],
    fields: undefined as never,
    http: { form: css, values: () => httpValues(fields, values, button) },
  };
}

/** What a definition would give, by the names of the controls. */
function httpValues(
  fields: readonly Field[],
  values: ByBrowser['values'],
  button: ControlFacts | undefined,
): Record<string, HttpValue | undefined> {
  const given: Record<string, HttpValue | undefined> = {};
  for (const { key, control, members } of fields) {
    const value = values[key];
    const before = given[control.name];
    if (typeof value === 'boolean') given[control.name] = value ? control.value : [];
    else if (typeof value === 'string' && before !== undefined)
      given[control.name] = [before, value].flat().map(String);
    else if (value !== undefined || members.length > 1) given[control.name] = value;
  }
  if (button !== undefined && button.name !== '') given[button.name] = button.value;
  return given;
}

/** Hidden fields whose values a script put there: the page as it was served has others, or none. */
function filledByScript({ served, candidate }: ByBrowser, css: string): string[] {
  const $ = load(`<main>${served}</main>`);
  const there = controlsOf($, formOf($, css)).filter(({ kind }) => kind === 'hidden');
  return candidate.hidden
    .filter(
      ({ name, value }) => name !== '' && !there.some((one) => one.name === name && one.values[0] === value),
    )
    .map(({ name }) => `a script fills in the hidden field "${name}"`);
}

function differences(
  { submission, candidate }: ByBrowser,
  url: string,
  parts: readonly BodyPart[],
): string[] {
  const sent = submission.body.kind === 'fields' ? submission.body.parts : [];
  const hidden = new Set(candidate.hidden.map(({ name }) => name));
  // Tokens are others on each load.
  const shown = ({ value, file }: BodyPart) => (file ? `${file.name} ${file.type} ${file.bytes}` : value);
  const told = (all: readonly BodyPart[]) =>
    all.map((part) => (hidden.has(part.name) ? part.name : `${part.name}=${shown(part)}`)).sort();
  const [browser, plain] = [told(sent), told(parts)];
  const only = (one: readonly string[], other: readonly string[]) => [
    ...new Set(one.filter((text) => !other.includes(text)).map((text) => text.split('=')[0] ?? '')),
  ];
  const changed = [...new Set([...only(browser, plain), ...only(plain, browser)])];
  return [
    ...(submission.url === url
      ? []
      : [`a script sends it to another address than the form says (${submission.url})`]),
    ...(changed.length === 0
      ? []
      : [`a script changes what is sent: ${changed.map((name) => `"${name}"`).join(', ')}`]),
  ];
}
