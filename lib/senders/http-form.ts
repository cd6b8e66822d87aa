import { randomUUID } from 'node:crypto';
import { load } from 'cheerio/slim';
import { allowList } from '../egress/allow.ts';
import { isHtml } from '../form/answer.ts';
import type { HttpForm } from '../form/define.ts';
import { withoutValues } from '../form/redact.ts';
import { messageOf, ParkError } from '../submission/errors.ts';
import type { Data } from '../submission/key.ts';
import { controlsOf, formOf } from './http-controls.ts';
import { encode } from './http-encode.ts';
import { checkRequired, type Entry, entriesOf, pressedOf } from './http-entries.ts';
import type { Ask, Told } from './http-exchange.ts';
import { webAddress } from './http-session.ts';
import { encodingOf, textOf } from './http-text.ts';

/**
 * Reads the form from its page and makes the request that submits it, without sending anything.
 * @throws ParkError when the form may not be sent so; Error when the page does not fit the definition
 */
export function submissionOf(page: Told, form: HttpForm, data: Data): Ask {
  try {
    return read(page, form, data);
  } catch (thrown) {
    if (thrown instanceof ParkError) throw thrown;
    const what = `${messageOf(thrown)} (the page answered ${page.status})`;
    throw new Error(withoutValues(what, data), { cause: thrown });
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
  const url = addressOf(attribute('action') ?? '', $('base[href]').first().attr('href'), page.url);
  if (!allowList(form.allow)(url.hostname)) {
    const message = `the form leads to ${url.hostname}, which its allow list does not hold`;
    throw new ParkError('hostNotAllowed', message);
  }
  const entries = entriesOf(controls, pressed, values);
  if (attribute('novalidate') === undefined) checkRequired(controls, entries);
  const charset = found.attribs['accept-charset'] ?? encodingOf(page);
  if (!/^utf-?8$/i.test(charset.trim()) && entries.some(isNotAscii)) {
    throw new Error(`the form is sent in ${charset}; the sender http writes UTF-8 only`);
  }
  const { type, body } = encode(entries, attribute('enctype')?.toLowerCase() ?? '');
  return { method: 'POST', url, headers: { 'content-type': type, ...originOf(page.url, url) }, body };
}

function addressOf(action: string, base: string | undefined, page: URL): URL {
  const from = (base === undefined ? undefined : webAddress(base, page)) ?? page;
  const url = action.trim() === '' ? page : webAddress(action, from);
  if (url === undefined) throw new Error('the action of the form is no web address');
  return url;
}

/** What browsers say of where a request comes from: targets check it against forgery. */
function originOf({ origin, pathname, search }: URL, to: URL): Record<string, string> {
  return { origin, referer: origin + (origin === to.origin ? pathname + search : '/') };
}

const isNotAscii = ({ name, text = '' }: Entry) => /[^\0-\x7f]/.test(name + text);
