/** What a form file imports. */
export type { Answer } from './answer.ts';
export { defineForm, type Form, type FormDefinition, type Proof, type RequestPattern } from './define.ts';
