import { createHash } from 'node:crypto';

/** The naive worker's lock: a hash of what makes a submission unique. */
export function lockKeyOf(form: string, id: string): string {
  return `lock:submission:${createHash('sha256').update(JSON.stringify({ form, id })).digest('hex')}`;
}
