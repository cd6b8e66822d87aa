import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { decompress } from 'wawoff2';
import { fonts } from './parameters.ts';

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/** Puts the fonts into `folder`, with the licences that they travel under. */
export async function unpackFonts(folder: string, say: (line: string) => void): Promise<void> {
  const licences = join(folder, 'licences');
  await mkdir(licences, { recursive: true });
  for (const { package: name, file, as } of fonts) {
    const font = await decompress(await readFile(join(folderOf(name), file)));
    await writeFile(join(folder, as), font);
    say(`  ${as}: ${(font.length / 1e6).toFixed(1)} MB`);
  }
  await copyFile(join(folderOf('twemoji-colr-font'), 'LICENSE'), join(licences, 'TwemojiMozilla.txt'));
  // Its package names the licence, but does not bring the text.
  await copyFile(
    join(import.meta.dirname, 'licences', 'SourceHanSans.txt'),
    join(licences, 'SourceHanSans.txt'),
  );
}

/** Name and version of every package that fonts are taken from. */
export function fontPackages(): string[] {
  const names = new Set(fonts.map((font) => font.package));
  return [...names].map((name) => {
    const { version } = require(`${name}/package.json`) as { version: string };
    return `${name}@${version}`;
  });
}
