import type { Outcome } from '../submission/phases.ts';
import { type Connection, script } from './connection.ts';
import { META_KEY, type Meta, metaText } from './meta.ts';
import { formKey, leaseKey, recordKey } from './redis-ledger.ts';
import previewText from './scripts/preview.lua';

const PREVIEW = script(previewText);

/** What the ledger would answer to a message. */
export interface Previewed {
  readonly kind:
    | 'free'
    | 'held'
    | 'settled'
    | 'unknown'
    | 'orphaned'
    | 'conflict'
    | 'stale'
    | 'paused'
    | 'wrongLedger';
  /** Where the submission stands now; absent where there is no record. */
  readonly phase?: string;
  /** Of this very data, where it is settled. */
  readonly outcome?: Outcome;
}

export interface PreviewRequest {
  readonly key: string;
  readonly form: string;
  readonly dataHash: string;
  readonly createdAtMs: number;
}

/** Asks what `claim` would answer, without claiming. @throws LedgerError */
export async function preview(
  connection: Connection,
  { key, form, dataHash, createdAtMs }: PreviewRequest,
  { meta, retentionMs }: { readonly meta: Meta; readonly retentionMs: number },
): Promise<Previewed> {
  const { value } = await connection.run(
    PREVIEW,
    [leaseKey(key), recordKey(key), formKey(form), META_KEY],
    [dataHash, createdAtMs, retentionMs, metaText(meta)],
  );
  const [kind, phase, outcome] = value as [Previewed['kind'], string, string];
  return {
    kind,
    ...(phase !== '' && { phase }),
    ...(outcome !== '' && { outcome: JSON.parse(outcome) as Outcome }),
  };
}
