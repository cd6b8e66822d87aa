import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { pictureOf } from '../lib/chromium/evidence.ts';
import { DEFAULTS } from '../lib/config/defaults.ts';
import type { StageParameters } from '../lib/config/stage.ts';
import type { Evidence } from '../lib/senders/evidence.ts';
import { messageOf } from '../lib/submission/errors.ts';
import type { Telemetry } from '../lib/submission/ports.ts';

/** Where evidence is kept, and how it gets there. */
interface Store {
  placeOf(name: string): string;
  put(name: string, content: Uint8Array | string, type: string): Promise<void>;
}

/** Evidence in the bucket of the stage, or in a folder of this machine, or none. */
export function evidenceOf(
  { evidenceBucket, evidenceFolder }: Pick<StageParameters, 'evidenceBucket' | 'evidenceFolder'>,
  telemetry: Telemetry,
  bucketClient: () => S3Client = s3Client,
): Evidence {
  const store = evidenceBucket
    ? bucketStore(evidenceBucket, bucketClient())
    : evidenceFolder
      ? folderStore(evidenceFolder)
      : undefined;
  const nameOf = (key: string, token: string) => `${key}-${token.slice(0, 8)}`;
  const at = (place: string) => place.slice(place.lastIndexOf('/') + 1);
  return {
    placeOf: (key, token) => store?.placeOf(`${nameOf(key, token)}.png`),
    async keep(page, place, secret) {
      const picture = await pictureOf(page, { timeoutMs: DEFAULTS.pictureTimeoutMs, secret });
      try {
        if (picture.png === undefined) throw new Error(picture.reason);
        await store?.put(at(place), picture.png, 'image/png');
      } catch (thrown) {
        telemetry.warn('no picture', { place, why: messageOf(thrown) });
      }
    },
    placeOfText: (key, token) => store?.placeOf(`${nameOf(key, token)}.txt`),
    async keepText(text, place) {
      try {
        await store?.put(at(place), text(), 'text/plain; charset=utf-8');
      } catch (thrown) {
        telemetry.warn('no page kept', { place, why: messageOf(thrown) });
      }
    },
  };
}

function folderStore(folder: string): Store {
  const placeOf = (name: string) => join(folder, name);
  return {
    placeOf,
    async put(name, content) {
      const file = placeOf(name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    },
  };
}

function bucketStore(bucket: string, client: S3Client): Store {
  return {
    placeOf: (name) => `s3://${bucket}/${name}`,
    async put(name, content, type) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: name, Body: content, ContentType: type }),
        { abortSignal: AbortSignal.timeout(DEFAULTS.storeTimeoutMs) },
      );
    },
  };
}

const s3Client = () => new S3Client({ maxAttempts: 2 });
