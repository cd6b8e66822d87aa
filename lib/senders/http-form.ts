import { randomUUID } from 'node:crypto';
import { type CheerioAPI, load } from 'cheerio/slim';
import { allowList } from '../egress/allow.ts';
import { isHtml } from '../form/answer.ts';
import type { HttpForm } from '../form/define.ts';
import { withoutValues } from '../form/redact.ts';
import { MisfitError, messageOf, ParkError } from '../submission/errors.ts';
import type { Data } from '../submission/key.ts';
import { charsetOf, encoderOf, nameOf } from './http-charset.ts';
import { type Control, controlsOf, formOf } from './http-controls.ts';
import { encode } from './http-encode.ts';
import { checkRequired, type Entry, entriesOf, pressedOf } from './http-entries.ts';
import type { Ask, Told } from './http-exchange.ts';
import { webAddress } from './http-session.ts';
import { encodingOf, textOf } from './http-text.ts';
import { isServerError } from './server-error.ts';

/**
 * Reads the form from its page and makes the request that submits it, without sending anything.
 * @throws ParkError when the form may not be sent so; MisfitError when the page is not what the definition says; Error when it does
 * not take the data
 */
export function submissionOf(page: Told, form: HttpForm, data: Data): Ask {
  try {
    return read(page, form, data);
  } catch (thrown) {
    if (thrown instanceof ParkError) throw thrown;
    const what = `${messageOf(thrown)} (the page answered ${page.status})`;
    // A page of a target that is down fits no form; that says nothing of the definition.
    const Kind = thrown instanceof MisfitError && !isServerError(page) ? MisfitError : Error;
    throw new Kind(withoutValues(what, data), { cause: thrown });
  }
}

function read(page: Told, form: HttpForm, data: Data): Ask {
  if (!isHtml(page.headers)) throw new Error('the page is no HTML');
  // No tag of the page closes it: without one root, looking through it takes time that grows with the square of its size.
  const root = `page-${randomUUID()}`;
  const $ = load(`<${root}>${textOf(page)}</${root}>`);
  const found = formOf($, form.http.form);
  const values = form.http.values(data);
  const controls = controlsOf($, found);
  const pressed = pressedOf(controls, values);
  const attribute = (name: string) => pressed?.attribute(`form${name}`) ?? found.attribs[name];

  const method = (attribute('method') ?? 'get').toLowerCase();
  if (method !== 'post') {
    throw new ParkError(
      'undeclaredSubmit',
      `the form submits by ${method}, which the sender http does not send`,
    );
  }
  const url = addressOf(attribute('action') ?? '', baseOf($, page.url), page.url);
  if (!allowList(form.allow)(url.hostname)) {
    const message = `the form leads to ${url.hostname}, which its allow list does not hold`;
    throw new ParkError('hostNotAllowed', message);
  }
  const charset = charsetOf(found.attribs['accept-charset'] ?? '', encodingOf(page));
  const entries = entriesOf(controls, pressed, values).map((entry) =>
    isCharsetField(entry, controls) ? { name: entry.name, text: nameOf(charset) } : entry,
  );
  if (attribute('novalidate') === undefined) checkRequired(controls, entries);
  const write = encoderOf(charset);
  if (write === undefined && entries.some(isNotAscii)) {
    throw new Error(`the form is sent in ${nameOf(charset)}, which the sender http does not write`);
  }
  const enctype = attribute('enctype')?.toLowerCase() ?? '';
  const { type, body } = encode(entries, enctype, write ?? ((text) => Buffer.from(text)));
  return { method: 'POST', url, headers: { 'content-type': type, ...originOf(page.url, url) }, body };
}

/** What the addresses on a page are relative to. */
export function baseOf($: CheerioAPI, page: URL): URL {
  const base = $('base[href]').first().attr('href');
  return (base === undefined ? undefined : webAddress(base, page)) ?? page;
}

function addressOf(action: string, base: URL, page: URL): URL {
  const url = action.trim() === '' ? page : webAddress(action, base);
  if (url === undefined) throw new Error('the action of the form is no web address');
  return url;
}

/** What browsers say of where a request comes from: targets check it against forgery. */
function originOf({ origin, pathname, search }: URL, to: URL): Record<string, string> {
  return { origin, referer: origin + (origin === to.origin ? pathname + search : '/') };
}

/** A hidden field that browsers write the encoding into. */
const isCharsetField = ({ name }: Entry, controls: readonly Control[]) =>
  name.toLowerCase() === '_charset_' &&
  controls.some((control) => control.name === name && control.kind === 'hidden');

const isNotAscii = (entry: Entry) =>
  /[^\0-\x7f]/.test(entry.name + ('text' in entry ? entry.text : entry.file.name));
