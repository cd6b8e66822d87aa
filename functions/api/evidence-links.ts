import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Problem } from './problem.ts';

/** Long enough to look at a picture, short enough that a link in a chat or a history leads nowhere. */
const LINK_SECONDS = 300;

export interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

/** Short-lived links to evidence (pictures, pages as text), which need no token. */
export interface EvidenceLinks {
  /** Where links lead, where that is not here. */
  readonly origin?: string;
  linkTo(name: string): Promise<Link>;
  /** What is behind a link of ours. @throws Problem 403, 404; always where the bucket itself answers links */
  open(name: string, expires: string, signature: string): Promise<Uint8Array>;
}

/** The bucket answers them itself, with 403 once they have expired. */
export function bucketLinks(bucket: string, client: S3Client, nowMs: () => number): EvidenceLinks {
  return {
    origin: `https://${bucket}.s3.${process.env.AWS_REGION}.amazonaws.com`,
    async linkTo(name) {
      // Here and not above: should Lambda's runtime lack it, only links would fail.
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: name }), {
        expiresIn: LINK_SECONDS,
      });
      return { url, expiresAt: new Date(nowMs() + LINK_SECONDS * 1_000).toISOString() };
    },
    open: noEvidence,
  };
}

/**
 * Evidence in a folder of this machine, by way of this API.
 * @param secret signs the links; whoever knows it can make some
 */
export function folderLinks(folder: string, secret: string, nowMs: () => number): EvidenceLinks {
  const sign = (name: string, expires: string) =>
    createHmac('sha256', secret).update(`evidence\n${name}\n${expires}`).digest();
  return {
    async linkTo(name) {
      const expiresMs = nowMs() + LINK_SECONDS * 1_000;
      const query = new URLSearchParams({
        expires: String(expiresMs),
        signature: sign(name, String(expiresMs)).toString('hex'),
      });
      const url = `/evidence/${encodeURIComponent(name)}?${query}`;
      return { url, expiresAt: new Date(expiresMs).toISOString() };
    },
    async open(name, expires, signature) {
      const given = Buffer.from(signature, 'hex');
      const wanted = sign(name, expires);
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      if (!isOurs || nowMs() >= Number(expires)) {
        throw new Problem('linkExpired', 'The link has expired, or is none of ours. Ask for another one.');
      }
      // Only names that were signed here come so far, and those are made of keys.
      return readFile(join(folder, name)).catch(() => nothing());
    },
  };
}

/** Where none is kept. */
export const noLinks: EvidenceLinks = { linkTo: noEvidence, open: noEvidence };

async function noEvidence(): Promise<never> {
  return nothing();
}

function nothing(): never {
  throw new Problem('notFound', 'There is nothing at this link.');
}
