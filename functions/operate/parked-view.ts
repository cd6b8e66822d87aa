import { DEFAULTS } from '../../lib/config/defaults.ts';
import type { Accepted } from '../../lib/form/accept.ts';
import type { Form } from '../../lib/form/define.ts';
import type { Registry } from '../../lib/form/registry.ts';
import { secretsOf } from '../../lib/form/secrets.ts';
import { type Message, parseMessage } from '../../lib/queue/message.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import type { Data } from '../../lib/submission/key.ts';

/** More is no use on a screen, and 200 messages must fit into one answer of Lambda (6 MB). */
const MAX_DATA_BYTES = 4_096;
/** A longer text is a file, or as good as one. */
const MAX_TEXT = 500;
const HIDDEN = '…';

/** What can be told of a message's body. */
export interface Understood {
  readonly form?: string;
  readonly accepted?: Accepted;
  /** Whether its own times let it be run; absent where it cannot be read. */
  readonly timely?: boolean;
  /** Why the worker would not take it. */
  readonly wrong?: string;
  /** For people: without secrets and files. */
  readonly data?: Data;
}

export interface Reader {
  readonly registry: Registry;
  /** @throws ParkError */
  accept(form: string, data: Data): Accepted;
}

/** Reads a parked message as the worker would. */
export function understand(body: string, { registry, accept }: Reader): Understood {
  let known: Pick<Understood, 'form' | 'data' | 'timely'> = {};
  try {
    const message = parseMessage(body);
    const form = registry.get(message.form);
    // Where the form is not known, nobody can tell what is secret, the name included: it may be anything.
    if (form !== undefined) known = { form: form.name, ...dataForPeople(form, message.data) };
    known = { ...known, timely: isTimely(message, Date.now()) };
    return { ...known, accepted: accept(message.form, message.data) };
  } catch (thrown) {
    if (!(thrown instanceof ParkError)) throw thrown;
    return { ...known, wrong: thrown.message };
  }
}

/** As the worker judges it before it runs anything. */
function isTimely({ notBeforeMs = 0, expiresAtMs = Infinity }: Message, nowMs: number): boolean {
  return nowMs < expiresAtMs && notBeforeMs - nowMs <= DEFAULTS.maxAheadMs;
}

function dataForPeople(form: Form, data: Data): Pick<Understood, 'data'> {
  const secrets = secretsOf(form, data);
  const shown = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      secrets.hide(name),
      form.secret?.includes(name) ? HIDDEN : forPeople(value, secrets.hide),
    ]),
  );
  return Buffer.byteLength(JSON.stringify(shown)) > MAX_DATA_BYTES ? {} : { data: shown };
}

function forPeople(value: unknown, hide: (text: string) => string): unknown {
  switch (typeof value) {
    case 'string':
      return value.length > MAX_TEXT ? `${HIDDEN} (${value.length} characters)` : hide(value);
    case 'number':
      return hide(String(value)) === String(value) ? value : HIDDEN;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((one) => forPeople(one, hide));
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          hide(name),
          name === 'base64' ? HIDDEN : forPeople(one, hide),
        ]),
      );
    default:
      return value;
  }
}
