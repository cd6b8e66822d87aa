import { isDeepStrictEqual } from 'node:util';
import { at, type Template } from './template.ts';

/** By type: pointers (`/properties/QueueName`) to what CloudFormation cannot change in place. */
export type CreateOnly = Readonly<Record<string, readonly string[]>>;

/** Another rule by which a secret is made makes another secret, though its ARN stays. */
const MAKES_ANEW: CreateOnly = { 'AWS::SecretsManager::Secret': ['/properties/GenerateSecretString'] };

/**
 * The resources that CloudFormation would not keep in an update from one template to the other: those that it would replace,
 * and those that are gone. Pure.
 */
export function notKept(before: Template, after: Template, createOnly: CreateOnly): string[] {
  return Object.entries(before.Resources).flatMap(([name, old]) => {
    const next = after.Resources[name];
    if (next === undefined) return [`${name} is gone`];
    if (next.Type !== old.Type) return [`${name} is of another type`];
    return [...(createOnly[old.Type] ?? []), ...(MAKES_ANEW[old.Type] ?? [])]
      .map((pointer) => pointer.split('/').slice(2))
      .filter((path) => !isDeepStrictEqual(at(old.Properties, ...path), at(next.Properties, ...path)))
      .map((path) => `${name} is replaced, for its ${path.join('.')}`);
  });
}
