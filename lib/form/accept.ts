import { messageOf, ParkError } from '../submission/errors.ts';
import { type Data, dataHashOf, keyOf } from '../submission/key.ts';
import type { Form } from './define.ts';
import { fieldErrorOf } from './field-error.ts';
import { withoutValues } from './redact.ts';
import type { Registry } from './registry.ts';
import { type Secrets, secretsOf } from './secrets.ts';

/** Data that a form has accepted, with the key that everything else is done under. */
export interface Accepted {
  readonly form: Form;
  /** After the schema: defaults filled in. */
  readonly data: Data;
  readonly key: string;
  readonly dataHash: string;
  /** Free of secrets, as every text that leaves. */
  readonly label: string;
  readonly secrets: Secrets;
}

export interface AcceptOptions {
  readonly pepper?: string;
  /** Whether a form may reach a host. */
  readonly allows: (form: string, host: string) => boolean;
}

/**
 * Finds the form, validates the data and computes the key.
 * @throws ParkError `unknownForm`, `invalidData` with the errors by field, or `hostNotAllowed`
 */
export function accept(registry: Registry, name: string, received: Data, options: AcceptOptions): Accepted {
  const form = registry.get(name);
  if (form === undefined) {
    const known = [...registry.keys()].join(', ') || 'none';
    throw new ParkError('unknownForm', `there is no form "${name}"`, [
      { field: 'form', message: `no form has this name; known: ${known}` },
    ]);
  }
  try {
    return acceptBy(form, received, options);
  } catch (thrown) {
    // A schema's own message, or what a form throws, may quote a value.
    throw secretsOf(form, received).hideIn(thrown);
  }
}

function acceptBy(form: Form, received: Data, options: AcceptOptions): Accepted {
  const parsed = form.fields.safeParse(received);
  if (!parsed.success) {
    throw new ParkError(
      'invalidData',
      'the data does not fit the form',
      parsed.error.issues.map((issue) => fieldErrorOf(issue, received, ['data'])),
    );
  }
  const { key, dataHash } = inData(() => ({
    key: keyOf(form.name, form.identity, received, options.pepper),
    dataHash: dataHashOf(received, options.pepper),
  }));
  const { url, label } = ofForm(form, parsed.data);
  const host = hostOf(form, url);
  if (!options.allows(form.name, host)) {
    throw new ParkError(
      'hostNotAllowed',
      `form "${form.name}" leads to ${host}, which its allow list does not hold`,
      [
        {
          field: 'data',
          message: `leads to ${host}; add it to allow in forms/${form.name}.ts if that is right`,
        },
      ],
    );
  }
  const secrets = secretsOf(form, received, parsed.data);
  return { form, data: parsed.data, key, dataHash, label: secrets.hide(label), secrets };
}

/** The key is computed from the data alone; a producer sees the whole message. */
function inData<T>(compute: () => T): T {
  try {
    return compute();
  } catch (thrown) {
    if (!(thrown instanceof ParkError)) throw thrown;
    const errors = thrown.errors.map(({ field, message }) => ({ field: `data.${field}`, message }));
    throw new ParkError(thrown.reason, thrown.message, errors);
  }
}

/** A form that throws on data will throw on it again: no delivery helps. */
function ofForm(form: Form, data: Data): { url: string; label: string } {
  try {
    return { url: form.url(data), label: form.label(data) };
  } catch (thrown) {
    throw new ParkError(
      'invalidData',
      `form "${form.name}" cannot take this data: ${withoutValues(messageOf(thrown), data)}`,
    );
  }
}

function hostOf(form: Form, text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ParkError('hostNotAllowed', `form "${form.name}" leads to what is no web address`);
  }
  return url.hostname;
}
