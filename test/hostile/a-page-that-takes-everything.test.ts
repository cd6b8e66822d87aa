import { test } from 'node:test';
import { PAGE } from '../support/target.ts';
import { BRIEF, runHostile, stops } from './hostile-pages.ts';

const script = (text: string) => `${PAGE}<script>${text}</script>`;

test('pages that take all there is of memory, frames and elements: stopped, and the one beside them is sent', (t) =>
  runHostile(t, {
    'it takes all the memory that it gets': {
      ...stops(script('const all = []; for (;;) all.push(new Array(1_000_000).fill(Math.random()))')),
      form: { timeouts: { ...BRIEF.timeouts, navigationMs: 10_000 } },
    },
    'it has frames without end': stops(
      script(`setInterval(() => document.body.append(document.createElement('iframe')), 1)`),
    ),
    'it has elements without end': stops(
      script(
        `setInterval(() => document.body.insertAdjacentHTML('beforeend', '<i>x</i>'.repeat(50_000)), 1)`,
      ),
    ),
    'it fills the console': stops(
      script(`setInterval(() => { for (let i = 0; i < 100; i++) console.log('x'.repeat(10_000)) }, 1)`),
    ),
  }));
