/**
 * A Serverless plugin that refuses a package which Lambda could not read: zips keep the permissions of this machine's files,
 * and Lambda runs as another user.
 */
import { join } from 'node:path';
import { zipEntries } from '../../local/zip.ts';

const READABLE_BY_ALL = 0o444;

interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    readonly functions: Readonly<Record<string, { readonly package?: { readonly artifact?: string } }>>;
  };
  readonly classes: { readonly Error: new (message: string) => Error };
}

class Readable {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;

  constructor({ serviceDir, service, classes }: Serverless) {
    this.hooks = {
      'after:package:createDeploymentArtifacts': async () => {
        for (const [name, { package: its }] of Object.entries(service.functions)) {
          if (its?.artifact === undefined) continue;
          const entries = await zipEntries(join(serviceDir, its.artifact));
          const closed = entries.find(({ mode }) => (mode & READABLE_BY_ALL) !== READABLE_BY_ALL);
          if (closed === undefined) continue;
          throw new classes.Error(
            `${closed.name} of the function "${name}" can be read by its owner only, and Lambda runs as another user. ` +
              'Run "umask 022", then "npm ci", and package again.',
          );
        }
      },
    };
  }
}

// osls loads this with require(), which hands back the export of this name.
export { Readable as default, Readable as 'module.exports' };
