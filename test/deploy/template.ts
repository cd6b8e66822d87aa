import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Resource {
  readonly Type: string;
  readonly Condition?: string;
  readonly DeletionPolicy?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** A CloudFormation template, as packaged. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export const TEMPLATE_FILE = 'cloudformation-template-update-stack.json';

/** The template in a folder that `serverless package` or `deploy` has filled. */
export async function readTemplate(folder: string): Promise<Template> {
  return JSON.parse(await readFile(join(folder, TEMPLATE_FILE), 'utf8'));
}

/** The stage parameters as osls resolved them, by name. */
export async function readParameters(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const state = JSON.parse(await readFile(join(folder, 'serverless-state.json'), 'utf8'));
  return state.service.custom.parameters;
}

/** The value at a path of names and positions; undefined where the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** As a list: AWS takes one thing in place of a list of one. Nothing is an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The resources of one type, by logical id. */
export function ofType(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
}
