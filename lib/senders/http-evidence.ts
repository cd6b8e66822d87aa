import { fileOf } from '../form/answer-file.ts';
import { hideInHtml } from '../form/hide-in-html.ts';
import type { Secrets } from '../form/secrets.ts';
import type { Told } from './http-exchange.ts';
import { textOf } from './http-text.ts';
import { withoutQuery } from './plain-error.ts';

/** Usual pages have a third of it. Looking for secrets in so much takes half a second, and everything else waits. */
const MAX_BYTES = 300_000;

/** What breaks a terminal or hides something in an editor; line breaks and tabs do not. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Half of a secret would not be recognised: of a page that is cut nothing is kept, unless there are none. */
export function isKeepable({ whole, body }: Told, { none }: Pick<Secrets, 'none'>): boolean {
  return none || (whole && body.length <= MAX_BYTES);
}

/**
 * A page for people to read, with no secret in it: where it was, and its HTML as it came; of a file, what it is. It is kept as plain text, since a browser
 * that opened it as HTML would load what it refers to and run what the target wrote.
 */
export function readableOf(told: Told, secrets: Pick<Secrets, 'find'>): string {
  const file = fileOf(told.url.href, told.headers, told.body.length);
  const text = file
    ? `a file: ${file.name}, ${file.type}, ${file.bytes} bytes`
    : textOf({ ...told, body: told.body.subarray(0, MAX_BYTES) });
  const page = `${told.status} ${withoutQuery(told.url.href)}\n\n${text}`;
  return hideInHtml(page.replaceAll('\r\n', '\n').replace(CONTROL, '\ufffd'), secrets);
}
