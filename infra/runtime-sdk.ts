import type { Plugin } from 'esbuild';

/**
 * Loads the AWS SDK that Lambda's runtime brings by `require`, whatever the source says. The SDK lies in a folder of
 * NODE_PATH, where `require` looks in every Node, and `import` only in one that AWS has changed.
 */
export const runtimeSdk: Plugin = {
  name: 'runtime-sdk',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\// }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'runtime-sdk' },
    );
    build.onLoad({ filter: /.*/, namespace: 'runtime-sdk' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};
