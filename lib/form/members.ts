import type { Form, FormDefinition, HttpFormDefinition } from './define.ts';

/** Whether a definition must have it. */
const MEMBERS: Readonly<Record<keyof FormDefinition | keyof HttpFormDefinition, 'needed' | 'optional'>> = {
  name: 'needed',
  allow: 'needed',
  fields: 'needed',
  identity: 'needed',
  url: 'needed',
  label: 'needed',
  receipt: 'needed',
  secret: 'optional',
  already: 'optional',
  expired: 'optional',
  notOpenYet: 'optional',
  refused: 'optional',
  challenge: 'optional',
  waiting: 'optional',
  verify: 'optional',
  flightGraceMs: 'optional',
  limits: 'optional',
  timeouts: 'optional',
  sender: 'optional',
  fill: 'optional',
  submit: 'optional',
  submission: 'optional',
  drafts: 'optional',
  block: 'optional',
  http: 'optional',
};

/** A misspelt member would be a missing one, and a form without its receipt sends what nobody can prove. */
export function wrongMember(form: Form): string | undefined {
  const names = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[];
  const odd = Object.keys(form).find((name) => !Object.hasOwn(MEMBERS, name));
  if (odd !== undefined) return `there is no member "${odd}"; there are ${names.join(', ')}`;
  const missing = names.find((name) => MEMBERS[name] === 'needed' && form[name] === undefined);
  return missing === undefined ? undefined : `${missing} is missing`;
}
