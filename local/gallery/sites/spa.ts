import { randomBytes } from 'node:crypto';
import { markup } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, json, type Site } from '../site.ts';
import { SPA_SCRIPT } from './spa-script.ts';

const SITE = 'Relawan Pantai';
const BEACHES = ['Ancol', 'Kuta', 'Parangtritis', 'Senggigi'];
const FULL_BEACH = 'Senggigi';

/** An application drawn by its script: a token in a header, JSON that is posted, and a receipt without any page load. */
export const spa: Site = {
  name: 'spa',
  title: 'Volunteer sign-up',
  shows: 'a single page that posts JSON; token in a header, custom list, shadow DOM, rich text',
  start: '/spa',
  open({ record }) {
    const sessions = new Sessions('spa');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        switch (`${visit.method} ${visit.path}`) {
          case 'GET /': {
            const { headers } = sessions.open(visit);
            const body = markup`<div id="app">Loading …</div>${SPA_SCRIPT}`;
            return html({ site: SITE, title: 'Clean beaches', body }, { headers });
          }
          case 'GET /api/session': {
            const { csrf } = sessions.open(visit);
            return json({ csrf, beaches: BEACHES, nonce: randomBytes(4).toString('hex') });
          }
          case 'POST /api/volunteers': {
            if (sessions.proven(visit) === undefined) return json({ error: 'session_expired' }, 403);
            const { name, phone, beach, about, days } = (visit.json ?? {}) as Record<string, unknown>;
            const errors = errorsOf({ name, phone, beach, days });
            // As many do: the status says that all is well.
            if (errors.length > 0) return json({ ok: false, errors });
            if (beach === FULL_BEACH)
              return json({ ok: false, code: 'full', errors: [`${beach} has enough volunteers`] });
            return json({ ok: true, number: record({ name, phone, beach, about, days }) }, 201);
          }
          default:
            return undefined;
        }
      },
    };
  },
};

function errorsOf({ name, phone, beach, days }: Readonly<Record<string, unknown>>): string[] {
  const errors: string[] = [];
  if (typeof name !== 'string' || name === '') errors.push('The name is missing');
  if (!/^\+62\d{8,12}$/.test(String(phone))) errors.push('The phone number is not Indonesian');
  if (!BEACHES.includes(String(beach))) errors.push('There is no such beach');
  if (!Array.isArray(days) || days.length === 0) errors.push('No day is chosen');
  return errors;
}
