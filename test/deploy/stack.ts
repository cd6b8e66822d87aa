import assert from 'node:assert/strict';
import { at, type Template } from './template.ts';

/** A resource as its own service shows it. */
export interface ReadBack {
  readonly type: string;
  /** The physical id. */
  readonly id: string;
  /** null: the service knows no such thing. */
  readonly says: unknown;
}

/** By logical id. */
export type Resources = Readonly<Record<string, ReadBack>>;

/** A deployed stage: what was asked for, and what is there. */
export class Stack {
  readonly stage: string;
  readonly template: Template;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly resources: Resources;

  constructor(
    stage: string,
    template: Template,
    parameters: Readonly<Record<string, unknown>>,
    resources: Resources,
  ) {
    this.stage = stage;
    this.template = template;
    this.parameters = parameters;
    this.resources = resources;
  }

  /** The physical id. */
  id(logicalId: string): string {
    return this.found(logicalId).id;
  }

  /** What the service says of a resource, at a path within. */
  says(logicalId: string, ...path: readonly (string | number)[]): unknown {
    return at(this.found(logicalId).says, ...path);
  }

  /** A stage parameter that is a number; what comes from a command line is a text. */
  number(parameter: string): number {
    const value = this.parameters[parameter];
    assert.ok(value !== undefined && value !== '', `there is no parameter ${parameter}`);
    return Number(value);
  }

  text(parameter: string): string {
    return String(this.parameters[parameter]);
  }

  has(logicalId: string): boolean {
    return this.resources[logicalId] !== undefined;
  }

  /** The logical ids of what is there, of one type. */
  ofType(type: string): string[] {
    return Object.keys(this.resources).filter((name) => this.resources[name]?.type === type);
  }

  private found(logicalId: string): ReadBack {
    const resource = this.resources[logicalId];
    assert.ok(resource, `there is no ${logicalId}`);
    return resource;
  }
}
