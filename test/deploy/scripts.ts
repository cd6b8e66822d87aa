/** What the rehearsal has Python do. */
import { dirname, join } from 'node:path';
import { command } from './command.ts';
import { REGION, rehearsalEnvironment } from './emulator.ts';
import { SCRIPTS } from './python.ts';
import type { CreateOnly } from './replacement.ts';
import type { Resources } from './stack.ts';

const LIMIT_MS = 120_000;

export interface LintFinding {
  readonly file: string;
  readonly level: 'Error' | 'Warning' | 'Informational';
  readonly text: string;
}

export class Scripts {
  readonly #python: string;
  readonly #url: string;

  constructor(python: string, url: string) {
    this.#python = python;
    this.#url = url;
  }

  /** Every resource of a stack, asked of its own service. @throws Error when there is no such stack */
  async readBack(stack: string): Promise<Resources> {
    return JSON.parse(await this.#run('read_back.py', [stack]));
  }

  /** The same things asked again, whether or not a stack has them. */
  async readAgain(resources: Resources): Promise<Resources> {
    return JSON.parse(await this.#run('read_back.py', ['--ids'], JSON.stringify(resources)));
  }

  /** What AWS's schemas say cannot be changed in place. */
  async createOnly(types: readonly string[]): Promise<CreateOnly> {
    return JSON.parse(await this.#run('create_only.py', [REGION, ...types]));
  }

  /** cfn-lint's judgement of templates. */
  async lint(files: readonly string[]): Promise<LintFinding[]> {
    const linter = join(dirname(this.#python), 'cfn-lint');
    const args = [linter, '--format', 'json', '--regions', REGION, '--', ...files];
    const { stdout, output } = await this.#command(args);
    const found: {
      Filename: string;
      Level: LintFinding['level'];
      Message: string;
      Rule: { Id: string };
      Location: { Path?: (string | number)[] };
    }[] = parsed(stdout, output);
    return found.map(({ Filename, Level, Message, Rule, Location }) => ({
      file: Filename,
      level: Level,
      text: `${Rule.Id} ${(Location.Path ?? []).join('.')}: ${Message}`,
    }));
  }

  async #run(script: string, args: readonly string[], input?: string): Promise<string> {
    const { code, stdout, output } = await this.#command([join(SCRIPTS, script), ...args], input);
    if (code !== 0) throw new Error(`${script} failed:\n${output}`);
    return stdout;
  }

  #command(args: readonly string[], input?: string) {
    return command(this.#python, args, {
      env: rehearsalEnvironment(this.#url),
      ...(input === undefined ? {} : { input }),
      timeLimitMs: LIMIT_MS,
    });
  }
}

function parsed(json: string, output: string) {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`cfn-lint failed:\n${output}`);
  }
}
