import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { status } from '../../cli/commands/look.ts';
import { keyFor, startApi } from '../support/api.ts';

const API_URL = 'http://127.0.0.1:7003';

test('status has a link to the evidence that the API opens; none where nobody knows which API', async () => {
  const evidenceFolder = await mkdtemp(join(tmpdir(), 'sekali-status-'));
  after(() => rm(evidenceFolder, { recursive: true }));
  const world = await startApi({ params: { evidenceFolder } });
  const picture = join(evidenceFolder, `${keyFor('a')}-12345678.png`);
  await writeFile(picture, 'a picture');
  await world.settled('a', 'submitted', undefined, picture);
  await world.settled('b', 'submitted');

  const linkOf = async (id: string, apiUrl?: string) => {
    const { json } = await status({ ...world.asker, apiUrl }, keyFor(id));
    return json as { evidence: boolean; evidenceLink?: string; evidenceLinkUntil?: string };
  };
  const { evidenceLink = '', evidenceLinkUntil = '' } = await linkOf('a', API_URL);
  assert.ok(evidenceLink.startsWith(`${API_URL}/evidence/`), evidenceLink);
  assert.ok(Date.parse(evidenceLinkUntil) > Date.now());
  const opened = await world.ask('GET', evidenceLink.slice(API_URL.length), { token: null });
  assert.equal(opened.status, 200);
  assert.equal(opened.bytes.toString(), 'a picture');

  assert.equal((await linkOf('b', API_URL)).evidenceLink, undefined);
  const unknown = await linkOf('a');
  assert.deepEqual([unknown.evidence, unknown.evidenceLink], [true, undefined]);
});
