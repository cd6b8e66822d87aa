/** Words that cannot be the name of a variable, which a destructured field is. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue data debugger default delete do else enum eval export ' +
    'extends false finally for frame function if implements import in instanceof interface let new null package page ' +
    'private protected public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** Names that page builders give out, and that tell nothing. */
const MEANINGLESS = /^(?:input|field|item|entry|question|control|element|text|q|f|id|ctl)?[\W_]*\d[\w.]*$/i;

/** What a field is called in the schema: after its name, or after its label where that tells nothing. */
export function fieldKey(name: string, label: string, id: string, taken: ReadonlySet<string>): string {
  // registration[full_name], customer.email, ctl00$Main$Name
  const last =
    name
      .split(/[[\].$:]+/)
      .filter((part) => part !== '')
      .at(-1) ?? '';
  const tells = last.length > 1 && !MEANINGLESS.test(last);
  const key = [tells ? camelCase(last) : '', camelCase(shortened(label)), camelCase(last), camelCase(id)]
    .map((one) => (RESERVED.has(one) ? `${one}Field` : one))
    .find((one) => /^[a-z]/.test(one));
  return numbered(key ?? 'field', taken);
}

/** What a form is called: after what its page is called, or its place. */
export function formName(title: string, url: string): string {
  const { hostname, pathname } = new URL(url);
  const path = pathname
    .replace(/\.\w+$/, '')
    .split('/')
    .filter((part) => /^[a-z][\w-]{2,}$/i.test(part))
    .at(-1);
  const name = kebab(shortTitle(title)) || kebab(path ?? '') || kebab(hostname) || 'form';
  // forms/index.ts lists the forms.
  return name === 'index' ? 'index-form' : name;
}

/** The page's own part of a title: "Enrol | Dance school". */
export const shortTitle = (title: string): string => title.split(/\s+[|–—-]\s+/)[0] ?? '';

/** The variable that a form is imported as. */
export function variableOf(formName: string): string {
  const name = camelCase(formName);
  return /^[a-z]/.test(name) && !RESERVED.has(name)
    ? name
    : `form${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function numbered(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  for (let nth = 2; ; nth++) if (!taken.has(`${key}${nth}`)) return `${key}${nth}`;
}

/** Without what only explains: CV (PDF, up to 200 kB). */
const shortened = (label: string) =>
  words(label.replace(/\(.*?\)/g, ' '))
    .slice(0, 4)
    .join(' ');

function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // fullName and HTTPServer are two words each.
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== '')
      .map((word) => word.toLowerCase())
  );
}

function camelCase(text: string): string {
  return words(text)
    .map((word, nth) => (nth === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

const kebab = (text: string) => words(text).join('-').slice(0, 40).replace(/-+$/, '');
