import { randomBytes } from 'node:crypto';
import type { Reply, Visit } from './site.ts';

export interface Session {
  readonly csrf: string;
  /** What the site remembers of this visitor. */
  readonly memory: Record<string, string>;
  /** Sets the cookie where the visitor has none yet. */
  readonly headers: Reply['headers'];
}

/** The visitors of one site, by a cookie of its own. */
export class Sessions {
  readonly #site: string;
  readonly #known = new Map<string, Session>();

  constructor(site: string) {
    this.#site = site;
  }

  /** The visitor's session, or a new one. */
  open(visit: Visit): Session {
    const known = this.of(visit);
    if (known) return known;
    const [id, csrf] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const cookie = `${this.#cookie}=${id}; Path=/${this.#site}; HttpOnly; SameSite=Lax`;
    const session: Session = { csrf, memory: {}, headers: {} };
    this.#known.set(id, session);
    return { ...session, headers: { 'set-cookie': cookie } };
  }

  of({ headers }: Visit): Session | undefined {
    const id = new RegExp(`(?:^|;\\s*)${this.#cookie}=([0-9a-f]+)`).exec(String(headers.cookie))?.[1];
    return this.#known.get(id ?? '');
  }

  /** The session that a form was sent in; `undefined` where its token is not the session's. */
  proven(visit: Visit): Session | undefined {
    const session = this.of(visit);
    const token = visit.sent.get('csrf') ?? visit.headers['x-csrf-token'];
    return session?.csrf === token ? session : undefined;
  }

  clear(): void {
    this.#known.clear();
  }

  get #cookie(): string {
    return `${this.#site}_session`;
  }
}
