/** How serverless-esbuild bundles the functions. */
import { randomUUID } from 'node:crypto';
import type { BuildOptions } from 'esbuild';
import { inlineConsole } from './console/build.ts';
import { runtimeSdk } from './infra/runtime-sdk.ts';

interface Serverless {
  readonly processedInput?: { readonly commands: readonly string[] };
}

/** Processes side by side in one checkout must not share (and delete) a build, and what is packaged holds no old one. */
const BUILD_FOLDER = `.esbuild/${randomUUID()}`;

function config(serverless: Serverless): BuildOptions & Record<string, unknown> {
  const isOffline = serverless.processedInput?.commands[0] === 'offline';
  return {
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    outputFileExtension: '.mjs',
    loader: { '.lua': 'text' },
    // Bundled CommonJS packages call require(); under a name that no bundled module declares.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    // Playwright loads files beside itself: those that it needs are copied, see custom.playwright in serverless.yml.
    // Chromium comes with the layer.
    external: ['playwright-core', '@sparticuz/chromium'],
    // Neither is installed into the package: that would take npm and the network.
    exclude: ['*'],
    plugins: [runtimeSdk, inlineConsole],
    // Not in Lambda: a map is larger than its bundle, and reading it costs each cold start about 50 ms. The bundle is not
    // minified instead: a stack names our functions, and the comments above the lines that it names say the file.
    sourcemap: isOffline,
    outputWorkFolder: process.env.SEKALI_BUILD_FOLDER ?? BUILD_FOLDER,
    // The event source mapping's functions are not reloaded, so watching would only end running ones of the HTTP side.
    watch: { pattern: [] },
  };
}

// serverless-esbuild loads this with require(), which hands back the export of this name.
export { config as default, config as 'module.exports' };
