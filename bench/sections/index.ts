import type { Section } from '../section.ts';
import { coldStart } from './cold-start.ts';
import { guard } from './guard.ts';

/** In the order in which they are measured and stand on the page. */
export const SECTIONS: readonly Section[] = [guard, coldStart];
