import type { FileData } from '../form/file.ts';
import { MisfitError } from '../submission/errors.ts';
import type { Control } from './http-controls.ts';

/** What browsers send for a file field without a file. */
const NO_FILE: FileData = { name: '', type: 'application/octet-stream', base64: '' };

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** The files for one name, on their way into its controls. */
export class Files {
  readonly #name: string;
  readonly #rest: FileData[];

  /** @throws MisfitError when the form has no place for files under this name; Error for what is no file */
  constructor(name: string, controls: readonly Control[], files: readonly FileData[]) {
    if (!controls.some((control) => control.name === name && control.kind === 'file')) {
      throw new MisfitError(`the form on the page has no field "${name}" for files`);
    }
    if (files.some(({ type }) => !MEDIA_TYPE.test(type))) {
      throw new Error(`the type of the file for "${name}" is no media type such as application/pdf`);
    }
    this.#name = name;
    this.#rest = [...files];
  }

  /** @throws Error when the control does not take such a file */
  into({ attribute }: Control): readonly FileData[] {
    const files = this.#rest.splice(0, attribute('multiple') === undefined ? 1 : this.#rest.length);
    const accept = attribute('accept') ?? '';
    if (files.some((file) => !accepts(accept, file))) {
      throw new Error(`the field "${this.#name}" takes only files of these types: ${accept}`);
    }
    return filesOrNone(files);
  }

  /** @throws Error when files are left */
  checkRest(): void {
    if (this.#rest.length > 0) throw new Error(`the field "${this.#name}" does not take that many files`);
  }
}

/** At least one, as browsers send them. */
export function filesOrNone(files: readonly FileData[] = []): readonly FileData[] {
  return files.length === 0 ? [NO_FILE] : files;
}

/** By media type (`image/*` for all of a kind) or by the end of the name, as `accept` lists them. */
function accepts(accept: string, { name, type }: FileData): boolean {
  const kinds = accept
    .toLowerCase()
    .split(',')
    .flatMap((kind) => kind.trim() || []);
  return (
    kinds.length === 0 ||
    kinds.some((kind) => {
      if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
      if (kind === '*/*' || kind === '*') return true;
      if (kind.endsWith('/*')) return type.toLowerCase().startsWith(kind.slice(0, -1));
      return type.toLowerCase() === kind;
    })
  );
}
