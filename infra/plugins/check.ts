/**
 * A Serverless plugin that refuses wrong stage parameters before anything is packaged, uploaded or started, for a new stack
 * and for an update alike. What is wrong by its shape alone, such as a batch of 0, osls refuses even earlier, in its words.
 */
import { readDeployment } from '../../lib/config/deployment.ts';
import { ConfigError } from '../../lib/submission/errors.ts';

type Parameters = Readonly<Record<string, unknown>>;

interface Serverless {
  readonly configurationInput: { readonly params?: Readonly<Record<string, Parameters>> };
  readonly service: { readonly custom: { readonly parameters: Parameters } };
  readonly classes: { readonly Error: new (message: string) => Error };
}

interface Options {
  readonly stage?: string;
  /** `name=value` each, as on the command line. */
  readonly param?: readonly string[];
}

class StageCheck {
  readonly hooks: { initialize: () => void };

  constructor(serverless: Serverless, { stage = 'dev', param = [] }: Options) {
    // Before the first step of every command; by then all variables are resolved.
    this.hooks = {
      initialize() {
        const { params = {} } = serverless.configurationInput;
        try {
          if (params[stage] === undefined) {
            const known = Object.keys(params).filter((name) => name !== 'default');
            throw new ConfigError(
              `serverless.yml has no stage "${stage}" under params; it has ${known.join(', ')}`,
            );
          }
          // The names of what was given: osls ignores a misspelt one.
          const names = param.map((text) => [text.split('=', 1)[0], undefined]);
          const { parameters } = serverless.service.custom;
          readDeployment(stage, {
            ...Object.fromEntries(names),
            ...params.default,
            ...params[stage],
            ...parameters,
          });
        } catch (thrown) {
          throw thrown instanceof ConfigError ? new serverless.classes.Error(thrown.message) : thrown;
        }
      },
    };
  }
}

// osls loads this with require(), which hands back the export of this name.
export { StageCheck as default, StageCheck as 'module.exports' };
