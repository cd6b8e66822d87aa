/** How serverless-esbuild bundles the functions. */
import type { BuildOptions } from 'esbuild';

interface Serverless {
  readonly processedInput?: { readonly commands: readonly string[] };
}

/** Not bundled: Playwright loads files beside itself, Chromium is a large binary. */
const UNBUNDLED = ['playwright-core', '@sparticuz/chromium'];
/** Lambda's runtime brings it. */
const AWS_SDK = '@aws-sdk/*';

function config(serverless: Serverless): BuildOptions & Record<string, unknown> {
  const isOffline = serverless.processedInput?.commands[0] === 'offline';
  return {
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    outputFileExtension: '.mjs',
    sourcemap: true,
    loader: { '.lua': 'text' },
    // Bundled CommonJS packages call require(); under a name that no bundled module declares.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    packager: 'npm',
    // `exclude` means: external, and not copied into the package. On one machine everything external is found in the
    // checkout's node_modules, and a copy would cost an npm installation at every start.
    ...(isOffline
      ? { external: [...UNBUNDLED, AWS_SDK], exclude: ['*'] }
      : { external: UNBUNDLED, exclude: [AWS_SDK] }),
    // Processes side by side in one checkout must not share (and delete) a build.
    outputWorkFolder: process.env.SEKALI_BUILD_FOLDER ?? '.esbuild',
    // The event source mapping's functions are not reloaded, so watching would only end running ones of the HTTP side.
    watch: { pattern: [] },
  };
}

// serverless-esbuild loads this with require(), which hands back the export of this name.
export { config as default, config as 'module.exports' };
