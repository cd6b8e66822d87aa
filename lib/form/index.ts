/** What a form file imports. */
export type { Answer } from './answer.ts';
export { attach } from './attach.ts';
export { choose } from './choose.ts';
export {
  defineForm,
  type Form,
  type FormDefinition,
  type HttpFormDefinition,
  type Proof,
  type RequestPattern,
} from './define.ts';
export { enter } from './enter.ts';
export { type FileData, fileField } from './file.ts';
export { sentenceWith } from './sentence.ts';
export { tick } from './tick.ts';
