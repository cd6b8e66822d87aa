import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openJournal } from '../../cli/send/journal.ts';
import { sweepSent } from '../../cli/send/sweep-sent.ts';
import { DEFAULTS } from '../../lib/config/defaults.ts';

const DAY_MS = 86_400_000;
const { keepSentDays, keepUnfinishedDays } = DEFAULTS;

test('a finished journal goes after its time, an unfinished one and what is no journal after a longer one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-sent-'));
  after(() => rm(folder, { recursive: true }));
  const nowMs = Date.now();
  const names = new Map<string, string>();
  const write = async (name: string, days: number, next: number, refused: number[] = []) => {
    const journal = await openJournal({ identity: [name], lines: 3, folder });
    await journal.save({ next, refused });
    const createdAt = new Date(nowMs - days * DAY_MS).toISOString();
    await writeFile(journal.file, JSON.stringify({ ...journal.state, createdAt }));
    names.set(journal.file.slice(folder.length + 1), name);
  };
  await write('finished', keepSentDays + 1, 3);
  await write('finished lately', keepSentDays - 1, 3);
  await write('half', keepSentDays + 1, 2);
  await write('one was refused', keepSentDays + 1, 3, [1]);
  await write('half, long ago', keepUnfinishedDays + 1, 2);
  for (const [name, days] of [
    ['a.json.123', keepUnfinishedDays + 1],
    ['b.json.123', keepSentDays + 1],
  ] as const) {
    await writeFile(join(folder, name), '{"next"');
    await utimes(join(folder, name), nowMs / 1_000, (nowMs - days * DAY_MS) / 1_000);
  }
  await sweepSent(folder, nowMs);
  const left = (await readdir(folder)).map((name) => names.get(name) ?? name).sort();
  assert.deepEqual(left, ['b.json.123', 'finished lately', 'half', 'one was refused']);
});

test('where nothing was ever sent there is nothing to sweep; and it goes before the ledger forgets', async () => {
  await sweepSent(join(tmpdir(), 'no-such-folder-of-sekali'), Date.now());
  assert.ok(keepUnfinishedDays < DEFAULTS.ledgerRetentionDays - 1, 'a message of that age would be stale');
});
