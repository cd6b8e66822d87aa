import type { Locator } from 'playwright-core';
import { enterChecked, refuseNothing } from './entered.ts';
import { bytesOf, type FileData } from './file.ts';

/**
 * Gives a file input its file or files, and reads back their names and sizes.
 * @throws MisfitError with the field's name where the page did not keep them
 */
export async function attach(control: Locator, files: FileData | readonly FileData[]): Promise<void> {
  refuseNothing(control, files);
  const payloads = [files].flat().map((file) => ({
    name: file.name,
    mimeType: file.type,
    buffer: bytesOf(file),
  }));
  const put = () => control.setInputFiles(payloads);
  await enterChecked(control, {
    put,
    putSlowly: put,
    async holds() {
      const wanted = payloads.map(({ name, buffer }) => `${name} ${buffer.length}`);
      return (await control.evaluate(filesOf)).join('\n') === wanted.join('\n');
    },
  });
}

/** Runs in the page. */
function filesOf(input: Element): string[] {
  return [...((input as HTMLInputElement).files ?? [])].map(({ name, size }) => `${name} ${size}`);
}
