#!/usr/bin/env node
// `npx sekali` in a clone: the command line on the project's own Node, wherever in the clone it is called.
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('sekali.ts', import.meta.url)));
await import('../local/run.mjs');
