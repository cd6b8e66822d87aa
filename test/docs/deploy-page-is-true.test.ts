import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { parameterTable, withTable } from '../../local/parameter-table.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = await readFile(join(ROOT, 'docs/deploy.md'), 'utf8');

test('its table of stage parameters is the one that the schema makes (else: local/write-docs.ts)', async () => {
  assert.equal(page, withTable(page, await parameterTable()));
});

test('every alarm has its entry in the runbook, and every entry its alarm', async () => {
  const files = await readdir(join(ROOT, 'infra'), { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.yml')).map((file) => readFile(join(ROOT, 'infra', file), 'utf8')),
  );
  const alarms = texts
    .flatMap((text) => {
      const { Resources = {}, resources = {} } = parse(text) ?? {};
      return Object.values({ ...Resources, ...resources.Resources });
    })
    .filter((one): one is { Type: string; Properties: { AlarmDescription: string } } =>
      JSON.stringify(one).includes('AWS::CloudWatch::Alarm'),
    );
  const named = alarms.map(({ Properties }) => /"([a-z-]+)"\.$/.exec(Properties.AlarmDescription)?.[1]);
  assert.ok(named.length >= 13 && named.every(Boolean), `${named}`);
  const runbook = page.slice(page.indexOf('## Runbook'), page.indexOf('## What has not met AWS'));
  const entries = [...runbook.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(named)].sort(), entries.sort());
});
