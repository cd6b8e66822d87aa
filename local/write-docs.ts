/** Writes the parts of docs/ that are made from the code: `node local/run.mjs local/write-docs.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parameterTable, withTable } from './parameter-table.ts';

const file = join(import.meta.dirname, '..', 'docs', 'deploy.md');
await writeFile(file, withTable(await readFile(file, 'utf8'), await parameterTable()));
