/** A file that a target answered with, in place of a page. */
export interface AnswerFile {
  /** As the target names it, or the end of its address. */
  readonly name: string;
  /** Without parameters: `application/pdf`. */
  readonly type: string;
  /** `undefined` where the browser met it, which loads no files, and the target did not tell. */
  readonly bytes: number | undefined;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What browsers show as a page. Anything else they save. */
const SHOWN = /^(text\/|image\/|application\/(\S+\+)?(xml|json)$|application\/(x-)?(java|ecma)script$)/;
const MAX_NAME = 200;

/** The file that an answer is, by its headers; `undefined` where it is a page, a text or nothing. */
export function fileOf(url: string, headers: Headers, bytes?: number): AnswerFile | undefined {
  const type = one(headers['content-type']).split(';')[0]?.trim().toLowerCase() ?? '';
  const disposition = one(headers['content-disposition']);
  const isAttachment = /^\s*attachment\b/i.test(disposition);
  if (!isAttachment && (type === '' || SHOWN.test(type))) return undefined;
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const name = nameIn(disposition) ?? URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  return { name: name.slice(0, MAX_NAME), type, bytes: bytes ?? length };
}

function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // The other one then.
  }
  return quoted ?? bare;
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';
