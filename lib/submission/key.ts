import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type FieldError, ParkError } from './errors.ts';

/**
 * Turns the identity of a submission into its key: `<form>.<hex>`, hex = SHA-256 of the RFC 8785 canonical JSON of the
 * identity, or HMAC-SHA-256 with the pepper. National ids are few enough to be guessed from a bare hash, hence the pepper.
 *
 * `data` is taken as received, before schema defaults: a deploy that changes a default must not change the key of a
 * message that is already under way.
 *
 * @throws ParkError (`invalidData`) for a missing identity field or a value that has no single canonical form
 */
export function keyOf(form: string, identity: readonly string[], data: Data, pepper?: string): string {
  const missing = identity.filter((field) => isBlank(data[field]));
  if (missing.length > 0) {
    throw new ParkError(
      'invalidData',
      `identity fields are missing: ${missing.join(', ')}`,
      missing.map((field) => ({ field, message: 'is part of the identity and must be given' })),
    );
  }
  const chosen = Object.fromEntries(identity.map((field) => [field, data[field]]));
  return `${form}.${hash(chosen, pepper)}`;
}

/** Everybody without an id would be one and the same submission. */
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The hash of all data of a message, made like the key: tells a duplicate from a conflict. */
export function dataHashOf(data: Data, pepper?: string): string {
  return hash(data, pepper);
}

/**
 * What the ledger remembers of the pepper: enough to notice that it changed, nothing that helps to guess it.
 * A changed pepper changes every key, which would make the ledger forget what was sent.
 */
export function pepperFingerprint(pepper?: string): string {
  return pepper === undefined
    ? 'none'
    : createHmac('sha256', pepper).update('sekali').digest('hex').slice(0, 16);
}

/** The data of a message as received: a JSON object. */
export type Data = Readonly<Record<string, unknown>>;

function hash(value: Data, pepper: string | undefined): string {
  const errors: FieldError[] = [];
  const normal = normalise(value, '', errors);
  if (errors.length > 0) throw new ParkError('invalidData', 'the data has no single canonical form', errors);
  const text = canonicalize(normal);
  if (text === undefined) throw new ParkError('invalidData', 'the data is empty');
  const hasher = pepper === undefined ? createHash('sha256') : createHmac('sha256', pepper);
  return hasher.update(text, 'utf8').digest('hex');
}

/** NFC and trimmed strings; collects everything that two writers could spell in more than one way. */
function normalise(value: unknown, field: string, errors: FieldError[]): unknown {
  const refuse = (message: string) => void errors.push({ field, message });
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) return refuse('holds half of a character (lone surrogate)');
      return value.normalize('NFC').trim();
    case 'number':
      if (!Number.isFinite(value)) return refuse('is not a finite number');
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        return refuse('is an integer beyond 2^53, which JSON readers round: send it as a string');
      }
      return value;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value))
        return value.map((item, index) => normalise(item, join(field, index), errors));
      return normaliseObject(value, field, errors);
    default:
      return refuse(`is ${typeof value}, which JSON cannot carry`);
  }
}

function normaliseObject(value: object, field: string, errors: FieldError[]): object {
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    if (!name.isWellFormed()) errors.push({ field, message: 'has a field name with half of a character' });
    return [name.normalize('NFC'), normalise(item, join(field, name), errors)];
  });
  // null prototype: a field named __proto__ is data, not a prototype
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, item] of entries) {
    if (name in result)
      errors.push({ field: join(field, name), message: 'is given twice in different Unicode forms' });
    result[name] = item;
  }
  return result;
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}
