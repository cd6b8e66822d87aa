import { createHash } from 'node:crypto';
import type { Data } from '../../lib/submission/key.ts';
import { IDENTITY } from './guard.ts';

/** As one writes it by hand: a hash of the fields that make a submission unique. */
export function lockKeyOf(data: Data): string {
  const identity = IDENTITY.map((field) => data[field]);
  return `lock:submission:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}
