import { scale } from './bench/sections/scale.ts';
import { writeFile } from 'node:fs/promises';
const t=performance.now();
const r = await scale.measure({small:false, step: (w,d,o)=>console.log(Math.round((performance.now()-t)/1000), w,d,o)});
await writeFile('/tmp/scale-full.json', JSON.stringify(r,null,1));
console.log('took', (performance.now()-t)/1000);
process.exit(0)
