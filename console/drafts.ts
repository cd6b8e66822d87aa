import type { Drafts, Tabs } from '../lib/tabs/index.ts';
import type { Field } from './fields/schema.ts';
import type { Value, Values } from './fields/values.ts';

/** What was typed and not handed in, by form. */
type All = Readonly<Record<string, Values>>;

export interface Kept {
  readonly atMs: number;
  readonly values: Values;
}

/** Who has signed out in this tab: what they typed in the last moment is on its way, and must not be kept after that. */
const signedOut = new Set<string>();

/** Typing is kept in pieces of this length, each under the lock. A page that is left has no time for the last one. */
const AFTER_MS = 200;

/**
 * What somebody with this token has typed, in this browser, for all of their tabs. A tab writes only the fields that were
 * changed in it, so that two with one form lose nothing of each other. Never a secret field, and no file.
 */
export class DraftKeeper {
  readonly #drafts: Drafts<All>;
  readonly #id: string;
  readonly #form: string;
  readonly #onError: (error: unknown) => void;
  #changed: Record<string, Value> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tabs: Tabs, token: string, form: string, onError: (error: unknown) => void) {
    this.#drafts = tabs.drafts<All>();
    this.#id = idOf(token);
    this.#form = form;
    this.#onError = onError;
    signedOut.delete(this.#id);
  }

  async read(): Promise<Kept | undefined> {
    const kept = await this.#drafts.read(this.#id);
    const values = kept?.value[this.#form];
    return kept && values && { atMs: kept.atMs, values };
  }

  keep(path: string, value: Value): void {
    this.#changed[path] = value;
    this.#timer ??= setTimeout(() => this.flush(), AFTER_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = this.#changed;
    this.#changed = {};
    if (Object.keys(changed).length === 0) return;
    const form = this.#form;
    this.#drafts
      .change(this.#id, (was) =>
        signedOut.has(this.#id) ? was : { ...was, [form]: { ...was?.[form], ...changed } },
      )
      .catch(this.#onError);
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed = {};
    const form = this.#form;
    this.#drafts
      .change(this.#id, (was) =>
        Object.fromEntries(Object.entries(was ?? {}).filter(([name]) => name !== form)),
      )
      .catch(this.#onError);
  }
}

/** Who signs out leaves nothing behind. */
export function dropDrafts(tabs: Tabs, token: string): Promise<void> {
  const id = idOf(token);
  signedOut.add(id);
  return tabs.drafts<All>().change(id, () => undefined);
}

/** Whether a field may be kept on a disk. */
export function isKeepable({ secret, kind }: Field): boolean {
  return !secret && kind.is !== 'file';
}

function idOf(token: string): string {
  return `drafts of ${token}`;
}
