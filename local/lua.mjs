// Lets plain Node import a Lua script as text (`import script from './claim.lua'`), as the bundler does for Lambda.
// Loaded with `--import`; plain JavaScript because every child process gets it, whatever Node runs it.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Absent before Node 22.15: such a child (npm on the system's Node) imports no Lua either.
module.registerHooks?.({
  load(url, context, nextLoad) {
    if (!url.endsWith('.lua')) return nextLoad(url, context);
    const script = readFileSync(fileURLToPath(url), 'utf8');
    return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(script)};` };
  },
});
