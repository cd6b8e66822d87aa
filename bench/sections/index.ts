import type { Section } from '../section.ts';
import { coldStart } from './cold-start.ts';
import { guard } from './guard.ts';
import { memory } from './memory.ts';
import { recovery } from './recovery.ts';
import { scale } from './scale.ts';
import { submission } from './submission.ts';

/** In the order in which they are measured and stand on the page. */
export const SECTIONS: readonly Section[] = [guard, coldStart, submission, scale, recovery, memory];
