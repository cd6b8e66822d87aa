/**
 * A Serverless plugin that refuses wrong stage parameters before anything is packaged, uploaded or started, and wrong forms
 * before anything is packaged, for a new stack and for an update alike. What is wrong by its shape alone, such as a batch of 0,
 * osls refuses even earlier, in its words.
 */
import { type Deployment, readDeployment } from '../../lib/config/deployment.ts';
import { refuseForStack } from '../../lib/config/stack.ts';
import { ConfigError } from '../../lib/submission/errors.ts';

type Parameters = Readonly<Record<string, unknown>>;

interface Serverless {
  readonly configurationInput: { readonly params?: Readonly<Record<string, Parameters>> };
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly provider: { readonly stage: string; readonly region: string };
    readonly custom: { readonly parameters: Parameters };
  };
  readonly classes: { readonly Error: new (message: string) => Error };
}

interface Options {
  readonly stage?: string;
  /** `name=value` each, as on the command line. */
  readonly param?: readonly string[];
}

class StageCheck {
  readonly hooks: Readonly<Record<string, () => void | Promise<void>>>;

  constructor(serverless: Serverless, options: Options) {
    const checkTheForms = () =>
      inItsWords(serverless, async () => {
        const deployment = checkedParameters(serverless, options);
        // Not at the top: the other commands need nothing of it.
        const [{ forms }, { registryOf }, { checkForms }] = await Promise.all([
          import('../../forms/index.ts'),
          import('../../lib/form/registry.ts'),
          import('../../functions/check-forms.ts'),
        ]);
        checkForms(registryOf(forms), deployment);
      });
    this.hooks = {
      // Before the first step of every command; by then all variables are resolved.
      initialize: () => inItsWords(serverless, () => void checkedParameters(serverless, options)),
      'before:package:createDeploymentArtifacts': checkTheForms,
      // Of `deploy function`.
      'before:package:function:package': checkTheForms,
    };
  }
}

/** @throws ConfigError */
function checkedParameters(serverless: Serverless, { stage: chosen, param = [] }: Options): Deployment {
  const { params = {} } = serverless.configurationInput;
  const { provider, custom } = serverless.service;
  const stage = chosen ?? provider.stage;
  const known = Object.keys(params).filter((name) => name !== 'default');
  if (!known.includes(stage)) {
    throw new ConfigError(`serverless.yml has no stage "${stage}" under params; it has ${known.join(', ')}`);
  }
  if (stage === 'local' && serverless.processedInput.commands[0] === 'deploy') {
    throw new ConfigError(
      'the stage "local" is this machine, and is not deployed: choose another one with --stage',
    );
  }
  // The names of what was given: osls ignores a misspelt one.
  const names = param.map((text) => [text.split('=', 1)[0], undefined]);
  const deployment = readDeployment(stage, {
    ...Object.fromEntries(names),
    ...params.default,
    ...params[stage],
    ...custom.parameters,
  });
  if (stage !== 'local') refuseForStack(stage, provider.region, deployment);
  return deployment;
}

/** What is wrong, as osls tells errors of the person who typed the command: without a trace. */
async function inItsWords({ classes }: Serverless, check: () => void | Promise<void>): Promise<void> {
  try {
    await check();
  } catch (thrown) {
    throw thrown instanceof ConfigError ? new classes.Error(thrown.message) : thrown;
  }
}

// osls loads this with require(), which hands back the export of this name.
export { StageCheck as default, StageCheck as 'module.exports' };
