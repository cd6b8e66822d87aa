/** What a form file imports. */
export type { Answer } from './answer.ts';
export {
  defineForm,
  type Form,
  type FormDefinition,
  type HttpFormDefinition,
  type Proof,
  type RequestPattern,
} from './define.ts';
