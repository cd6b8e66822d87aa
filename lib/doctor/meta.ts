import type { LedgerStage } from '../config/stage.ts';
import type { Connection } from '../ledger/connection.ts';
import { initMeta, type Meta, metaText, readMeta } from '../ledger/meta.ts';
import { pepperFingerprint } from '../submission/key.ts';
import { askInside, type Examiner, howToInit, isElsewhere } from './examiner.ts';
import { type Finding, ok, undetermined, wrong } from './finding.ts';

/** Whether this Redis is the stage's ledger; with `init` it becomes it, if it is nobody's. @throws LedgerError */
export async function examineMeta(
  examiner: Examiner,
  { ledgerEpoch, pepper }: LedgerStage,
  connection: Connection,
): Promise<Finding> {
  if (isElsewhere(examiner) && pepper === undefined) {
    // Declared without it, the Redis would be the ledger of nobody: the functions know a pepper.
    return undetermined(
      `whether this Redis is the ledger: the pepper is a secret of the stack, ask inside: ${askInside(examiner)}`,
    );
  }
  const meta: Meta = { epoch: ledgerEpoch, pepperFingerprint: pepperFingerprint(pepper) };
  if (examiner.init && (await initMeta(connection, meta)) === 'written') {
    return ok(`sekali:meta written: this Redis is the ledger, epoch ${meta.epoch}`);
  }
  const found = await readMeta(connection);
  if (found === metaText(meta)) return ok(`this Redis is the ledger, epoch ${meta.epoch}`);
  if (found === null) {
    return wrong(
      'sekali:meta is missing: this Redis is not the ledger, or was emptied. Where nothing was ever sent, ' +
        `${howToInit(examiner)}. Where something was, first stop the worker (a pause would be lost with the Redis) and ` +
        'restore the old one: an emptied one has forgotten what was sent',
    );
  }
  const [epoch] = found.split(':');
  const differs = epoch === String(meta.epoch) ? 'another pepper' : `epoch ${epoch}, not ${meta.epoch}`;
  return wrong(
    `this Redis is the ledger of something else: ${differs}. Check redisUrl, ledgerEpoch and pepper`,
  );
}
