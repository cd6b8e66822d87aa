import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a lock is for, as diagnostics show it. */
export type Kind = 'lock' | 'flight' | 'leader' | 'draft';

/**
 * The name of a lock, and of the record that goes with it. Every script of the origin can read the names of locks, so
 * they hold a hash. Not by `crypto.subtle`: an insecure origin has none.
 */
export function nameOf(namespace: string, kind: Kind, name: string): string {
  return `${namespace}:${kind}:${hashOf(name).slice(0, 32)}`;
}

export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** 128 random bits. `crypto.randomUUID` is missing on insecure origins. */
export function randomId(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
