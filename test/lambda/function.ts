import { type Environment, type StartRuntime, startEnvironment } from './environment.ts';

/** What an execution environment is given of its own: variables, and what stands between it and the world. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
  readonly onAnswer?: (event: unknown, answer: unknown) => boolean;
  /** Called with the environment once it runs. */
  readonly onStart?: (environment: Environment) => void;
  close?(): Promise<void>;
}

export interface FunctionOptions {
  readonly handlerFile: string;
  /** Default: a process of this machine. */
  readonly startRuntime?: StartRuntime;
  readonly timeoutMs: number;
  /** Whether an environment takes a second invocation. Default: true. */
  readonly reuse?: boolean;
  /** Asked before each new execution environment; `nth` counts from 1. */
  readonly surroundings: (nth: number) => Promise<Surroundings>;
}

export interface LambdaFunction {
  /** Runs one invocation in an idle environment, or in a new one where none is idle. @throws InvocationFailed */
  invoke(event: unknown): Promise<unknown>;
  /** Those that live, oldest first. */
  environments(): readonly Environment[];
  stop(): Promise<void>;
}

/** A Lambda function: as many execution environments as invocations at once, each reused while it lives. */
export function startFunction({
  handlerFile,
  startRuntime,
  timeoutMs,
  surroundings,
  reuse = true,
}: FunctionOptions): LambdaFunction {
  const living = new Map<Environment, Surroundings>();
  let started = 0;
  let stopped = false;

  async function fresh(): Promise<Environment> {
    const around = await surroundings(++started);
    const { variables, onLine, onAnswer, onStart } = around;
    try {
      const environment = await startEnvironment({
        handlerFile,
        ...(startRuntime && { startRuntime }),
        variables,
        ...(onLine && { onLine }),
        ...(onAnswer && { onAnswer }),
      });
      living.set(environment, around);
      onStart?.(environment);
      return environment;
    } catch (thrown) {
      await around.close?.();
      throw thrown;
    }
  }

  async function forgetDead(): Promise<void> {
    for (const [environment, around] of living) {
      if (environment.alive) continue;
      living.delete(environment);
      await environment.stop();
      await around.close?.();
    }
  }

  return {
    async invoke(event) {
      let serving = reuse ? [...living.keys()].find(({ idle }) => idle) : undefined;
      // Begun in the same turn in which it was found idle: two invocations must not take the same one.
      const running =
        serving?.invoke(event, timeoutMs) ??
        fresh().then((environment) => {
          serving = environment;
          return environment.invoke(event, timeoutMs);
        });
      try {
        return await running;
      } finally {
        if (!reuse) serving?.kill('not to be reused');
        if (!stopped) await forgetDead();
      }
    },
    environments: () => [...living.keys()].filter(({ alive }) => alive),
    async stop() {
      stopped = true;
      for (const environment of living.keys()) environment.kill('stopped');
      await forgetDead();
    },
  };
}
