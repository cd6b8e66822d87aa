import { ParkError } from '../submission/errors.ts';
import { type Data, dataHashOf, keyOf } from '../submission/key.ts';
import type { Form } from './define.ts';
import type { Registry } from './registry.ts';

/** Data that a form has accepted, with the key that everything else is done under. */
export interface Accepted {
  readonly form: Form;
  /** After the schema: defaults filled in. */
  readonly data: Data;
  readonly key: string;
  readonly dataHash: string;
  readonly label: string;
}

export interface AcceptOptions {
  readonly pepper?: string;
  /** Whether a host is in an allow list. */
  readonly allows: (allow: readonly string[], host: string) => boolean;
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
  const parsed = form.fields.safeParse(received);
  if (!parsed.success) {
    throw new ParkError(
      'invalidData',
      'the data does not fit the form',
      parsed.error.issues.map((issue) => ({
        field: ['data', ...issue.path].join('.'),
        message: issue.message,
      })),
    );
  }
  const key = keyOf(form.name, form.identity, received, options.pepper);
  const dataHash = dataHashOf(received, options.pepper);
  const host = hostOf(form, parsed.data);
  if (!options.allows(form.allow, host)) {
    throw new ParkError(
      'hostNotAllowed',
      `form "${name}" leads to ${host}, which its allow list does not hold`,
      [{ field: 'data', message: `leads to ${host}; add it to allow in forms/${name}.ts if that is right` }],
    );
  }
  return { form, data: parsed.data, key, dataHash, label: form.label(parsed.data) };
}

function hostOf(form: Form, data: Data): string {
  const text = form.url(data);
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ParkError('hostNotAllowed', `form "${form.name}" leads to "${text}", which is no web address`);
  }
  return url.hostname;
}
