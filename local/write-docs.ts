/** Writes the parts of docs/ that are made from the code: `node local/run.mjs local/write-docs.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiText } from './openapi-text.ts';
import { parameterTable, withTable } from './parameter-table.ts';

const docs = join(import.meta.dirname, '..', 'docs');
const deploy = join(docs, 'deploy.md');
await writeFile(deploy, withTable(await readFile(deploy, 'utf8'), await parameterTable()));
await writeFile(join(docs, 'openapi.json'), openApiText());
