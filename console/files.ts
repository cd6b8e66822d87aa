import { buildConsole, type ConsoleFiles } from './build.ts';

/**
 * The console as the API serves it. Plain Node builds it here; in a bundle, `inlineConsole` puts what it built in the place of
 * this module, so that no bundler gets into a package.
 */
export const files: ConsoleFiles = await buildConsole();
