/** The HTML of the gallery's sites: escaping, a layout, and fields as real sites write them. */

/** HTML that is escaped already. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | undefined | readonly Markup[];

/** A template of HTML: what is put into it is text and is escaped, unless it is markup itself. */
export function markup(parts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return { markup: parts.reduce((before, part, nth) => before + written(values[nth - 1]) + part) };
}

/** For scripts and styles, which know no escapes. */
export const raw = (text: string): Markup => ({ markup: text });

function written(part: Part): string {
  if (part === undefined) return '';
  if (typeof part !== 'object') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map((one) => one.markup).join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = raw(`
  body { font: 16px/1.5 system-ui, sans-serif; color: #22272e; background: #eef1f4; margin: 0; }
  header { background: #16324f; color: #fff; padding: .8rem 2rem; }
  main { max-width: 38rem; margin: 2rem auto; padding: 1.5rem 2rem 2rem; background: #fff; border-radius: 6px; }
  fieldset { border: 1px solid #c8d0d8; border-radius: 4px; margin: 1rem 0; }
  p.field label, p.field .label { display: block; font-weight: 600; }
  p.field { margin: .8rem 0; } p.field small { color: #5b6672; }
  p.field > input, select, textarea, [contenteditable] { width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; }
  button { margin-top: 1rem; padding: .5rem 1.4rem; font: inherit; color: #fff; background: #0b6e4f; border: 0; border-radius: 4px; }
  .error, .notice { color: #a4001d; } table { border-collapse: collapse; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; overflow-wrap: anywhere; }
  [hidden] { display: none; } iframe { width: 100%; height: 30rem; border: 0; }
`);

export interface Page {
  readonly site: string;
  readonly title: string;
  readonly head?: Markup;
  readonly body: Markup;
}

export function pageOf({ site, title, head, body }: Page): string {
  return markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} | ${site}</title><style>${STYLE}</style>${head}</head>
<body><header>${site}</header>
<main><h1>${title}</h1>
${body}
</main></body></html>
`.markup;
}

/** What was filled in before, so that a form that is shown again with errors is not empty. */
export type Filled = Readonly<Record<string, string>>;

export const errorList = (errors: readonly string[]): Markup | undefined =>
  errors.length === 0
    ? undefined
    : markup`<ul class="errors">${errors.map((error) => markup`<li class="error">${error}</li>`)}</ul>`;

/** A label and its input. `more` are attributes, as HTML. */
export function input(label: string, name: string, filled: Filled, more = 'type="text" required'): Markup {
  return markup`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${filled[name] ?? ''}" ${raw(more)}></p>`;
}

export function textarea(label: string, name: string, filled: Filled, more = 'rows="4"'): Markup {
  return markup`<p class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" ${raw(more)}>${filled[name] ?? ''}</textarea></p>`;
}

/** Choices by value, with what people read. */
export type Choices = Readonly<Record<string, string>>;

export function select(label: string, name: string, choices: Choices, filled: Filled, more = ''): Markup {
  const options = Object.entries(choices).map(([value, text]) =>
    filled[name] === value
      ? markup`<option value="${value}" selected>${text}</option>`
      : markup`<option value="${value}">${text}</option>`,
  );
  return markup`<p class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" ${raw(more)}><option value="">Please choose</option>${options}</select></p>`;
}

export function radios(legend: string, name: string, choices: Choices, filled: Filled): Markup {
  const buttons = Object.entries(choices).map(
    ([value, text]) =>
      markup`<label><input type="radio" name="${name}" value="${value}" required${filled[name] === value ? raw(' checked') : undefined}> ${text}</label>`,
  );
  return markup`<fieldset><legend>${legend}</legend>${buttons}</fieldset>`;
}

export function checkbox(label: string, name: string, filled: Filled, more = ''): Markup {
  return markup`<p class="field"><label><input type="checkbox" name="${name}" value="yes" ${raw(more)}${filled[name] ? raw(' checked') : undefined}> ${label}</label></p>`;
}

export const hidden = (name: string, value: string): Markup =>
  markup`<input type="hidden" name="${name}" value="${value}">`;

/** What was sent, on a receipt: term and value. */
export function rows(values: Readonly<Record<string, string | number>>): Markup {
  return markup`<table>${Object.entries(values).map(([term, value]) => markup`<tr><th>${term}</th><td>${value}</td></tr>`)}</table>`;
}
