import { load } from 'cheerio/slim';
import { ConfigError } from '../submission/errors.ts';
import { BLOCKABLE, type Form } from './define.ts';
import { wrongMember } from './members.ts';

const NAME = /^[a-z0-9-]{1,64}$/;

export type Registry = ReadonlyMap<string, Form>;

/**
 * The forms by name.
 * @throws ConfigError for a definition that cannot work, naming the form
 */
export function registryOf(forms: readonly Form[]): Registry {
  const registry = new Map<string, Form>();
  for (const form of forms) {
    const wrong = (what: string) => new ConfigError(`form "${form.name}": ${what}`);
    const member = wrongMember(form);
    if (member !== undefined) throw wrong(member);
    if (!NAME.test(form.name)) throw wrong('the name may hold lower-case letters, digits and dashes only');
    if (registry.has(form.name)) throw wrong('defined twice');
    if (form.identity.length === 0) throw wrong('identity is empty: every submission would be the same one');
    const unknown = form.identity.filter((field) => !(field in form.fields.shape));
    if (unknown.length > 0) throw wrong(`identity names fields that do not exist: ${unknown.join(', ')}`);
    const unknownSecrets = (form.secret ?? []).filter((field) => !(field in form.fields.shape));
    if (unknownSecrets.length > 0) {
      throw wrong(`secret names fields that do not exist: ${unknownSecrets.join(', ')}`);
    }
    if (form.allow.length === 0) throw wrong('allow is empty: no host could be reached');
    const patterns = [form.submission, ...(form.drafts ?? [])].map((pattern) => pattern?.path);
    if (patterns.some((path) => path instanceof RegExp && /[gy]/.test(path.flags))) {
      throw wrong('a path with the flag g or y matches only every other time: leave the flag out');
    }
    const strange = (form.block ?? []).filter((kind) => !BLOCKABLE.includes(kind));
    if (strange.length > 0) throw wrong(`block knows ${BLOCKABLE.join(', ')}, not ${strange.join(', ')}`);
    for (const [limit, value] of Object.entries(form.limits ?? {})) {
      if (!(Number.isInteger(value) && value >= 1)) {
        throw wrong(`limits.${limit} is ${value}: it must be a whole number, at least 1`);
      }
    }
    const misfit = misfitOf(form);
    if (misfit !== undefined) throw wrong(misfit);
    registry.set(form.name, form);
  }
  return registry;
}

/** Each sender has members of its own. The types say so too, but not every definition went through them. */
const IN_A_BROWSER = ['fill', 'submit', 'submission', 'drafts', 'block'] as const;

function misfitOf(form: Form): string | undefined {
  const given = (name: keyof Form) => form[name] !== undefined;
  switch (form.sender) {
    case undefined:
    case 'direct':
    case 'browser':
      if (given('http')) return "http is only for sender: 'http'; say so, or take it out";
      if (typeof form.fill !== 'function') return 'fill is missing';
      return typeof form.submit === 'function' ? undefined : 'submit is missing';
    case 'http': {
      const unused = IN_A_BROWSER.filter(given);
      if (unused.length > 0) return `sender 'http' opens no browser: take ${unused.join(', ')} out`;
      if (typeof form.http?.form !== 'string' || typeof form.http.values !== 'function')
        return "sender 'http' needs http: { form: '<css selector>', values: (data) => ({ … }) }";
      return isSelector(form.http.form) ? undefined : `http.form is no CSS selector: ${form.http.form}`;
    }
    default:
      return `there is no sender "${String((form satisfies never as Form).sender)}"; there are direct, browser and http`;
  }
}

function isSelector(css: string): boolean {
  try {
    load('<main></main>')(css.trim() === '' ? '!' : css);
    return true;
  } catch {
    return false;
  }
}
