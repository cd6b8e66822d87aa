/** The pages of the benchmark's target: a registration form, alone or among much else. */
import { PICTURES } from './assets.ts';

/** `light`: the form alone. `heavy`: 7 MB beside it. `slow`: as light, and its answer to the form takes seconds. */
export const KINDS = ['light', 'heavy', 'slow'] as const;
export type Kind = (typeof KINDS)[number];

export function formPage(kind: Kind, token: string): string {
  const heavy = kind === 'heavy';
  const pictures = Array.from(
    { length: PICTURES },
    (_, nth) => `<img src="/assets/picture-${nth}.png" alt="">`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Registration</title>
${heavy ? '<link rel="stylesheet" href="/assets/style.css">' : ''}</head>
<body><h1>Registration${heavy ? ' 등록 🎫' : ''}</h1>
<form id="registration" method="post" action="/${kind}">
<input type="hidden" name="token" value="${token}">
<label>User id <input id="user-id" name="userId"></label>
<label>Full name <input id="full-name" name="fullName"></label>
<label>Email <input id="email" name="email" type="email"></label>
<button id="submit-btn" type="submit">Register</button>
</form>
${heavy ? pictures.join('\n') : ''}
</body></html>`;
}

export function receiptPage(number: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Thank you</title></head>
<body><h1>Thank you</h1><p class="success-receipt">Receipt ${number}</p></body></html>`;
}
