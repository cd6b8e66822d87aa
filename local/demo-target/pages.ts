/** The HTML of the demo target: a plain site, as a third party would have it. */

export interface Fields {
  readonly userId: string;
  readonly fullName: string;
  readonly email: string;
  readonly eventId: string;
  readonly seats: string;
}

/** What the demo target has accepted once, however often it was the same. */
export interface Entry {
  readonly number: string;
  readonly userId: string;
  readonly eventId: string;
  readonly fullName: string;
  readonly email: string;
  readonly seats: number;
  /** ISO 8601. */
  readonly at: string;
}

export const EVENTS: Readonly<Record<string, string>> = {
  'jakarta-run': 'Jakarta Night Run',
  'bali-expo': 'Bali Craft Expo',
  'surabaya-jazz': 'Surabaya Jazz Evening',
  'sold-out-gala': 'Bandung Charity Gala',
};

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #f4f6f8; margin: 0; }
  main { max-width: 34rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 8px; }
  main.wide { max-width: 60rem; }
  label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
  input, select { width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
  button { margin-top: 1.5rem; padding: .6rem 1.4rem; font: inherit; color: #fff; background: #0b6e4f; border: 0;
    border-radius: 4px; }
  .error, .refusal { color: #b00020; }
  table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .4rem; border-bottom: 1px solid #ddd; }
`;

function page(title: string, content: string, options: { wide?: boolean; head?: string } = {}): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>${options.head ?? ''}</head>
<body><main${options.wide ? ' class="wide"' : ''}><h1>${title}</h1>
${content}
</main></body></html>
`;
}

export function formPage(csrf: string, fields: Partial<Fields>, errors: readonly string[]): string {
  const value = (name: keyof Fields) => escapeHtml(fields[name] ?? '');
  const options = Object.entries(EVENTS).map(
    ([id, name]) => `<option value="${id}"${fields.eventId === id ? ' selected' : ''}>${name}</option>`,
  );
  const list = errors.map((error) => `<li class="error">${escapeHtml(error)}</li>`).join('');
  // No checks in the browser: this site answers a wrong form with status 200 and a list of errors.
  return page(
    'Event registration',
    `${list ? `<ul>${list}</ul>` : ''}
<form method="post" action="/register" novalidate>
<input type="hidden" name="csrf" value="${csrf}">
<label for="userId">User id</label><input id="userId" name="userId" value="${value('userId')}">
<label for="fullName">Full name</label><input id="fullName" name="fullName" value="${value('fullName')}">
<label for="email">Email</label><input id="email" name="email" type="email" value="${value('email')}">
<label for="eventId">Event</label><select id="eventId" name="eventId">${options.join('')}</select>
<label for="seats">Seats</label><input id="seats" name="seats" type="number" value="${value('seats') || '1'}">
<button type="submit">Register</button>
</form>`,
  );
}

export function expiredPage(): string {
  return page('Your session has expired', '<p class="expired">Please open the form again.</p>');
}

export function soldOutPage(eventId: string): string {
  return page('No seats left', `<p class="refusal">Sold out: ${escapeHtml(EVENTS[eventId] ?? eventId)}</p>`);
}

export function alreadyPage(number: string): string {
  return page(
    'Already registered',
    `<p class="already">You are already registered</p><p>Receipt <strong id="receipt-number">${number}</strong></p>`,
  );
}

export function receiptPage(entry: Entry): string {
  return page(
    'Thank you',
    `<p>${escapeHtml(entry.fullName)}, your registration is complete.</p>
<p>Receipt <strong id="receipt-number">${entry.number}</strong></p>
<table>
<tr><th>Event</th><td>${EVENTS[entry.eventId]}</td></tr>
<tr><th>Seats</th><td>${entry.seats}</td></tr>
<tr><th>User id</th><td>${escapeHtml(entry.userId)}</td></tr>
</table>`,
  );
}

export function entriesPage(entries: readonly Entry[], posts: number): string {
  const rows = entries.map(
    ({ number, userId, eventId, fullName, seats, at }) =>
      `<tr><td>${number}</td><td>${escapeHtml(userId)}</td><td>${EVENTS[eventId]}</td>` +
      `<td>${escapeHtml(fullName)}</td><td>${seats}</td><td>${at}</td></tr>`,
  );
  return page(
    'Accepted entries',
    `<p><strong id="entry-count">${entries.length}</strong> entries accepted, <strong id="post-count">${posts}</strong>
POST requests received. This site does not look for duplicates: what is sent twice stands here twice.</p>
<table><tr><th>Receipt</th><th>User id</th><th>Event</th><th>Name</th><th>Seats</th><th>Accepted at</th></tr>
${rows.join('\n')}</table>`,
    { wide: true, head: '<meta http-equiv="refresh" content="2">' },
  );
}

export function notFoundPage(): string {
  return page('Not found', '<p>There is no such page.</p>');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
