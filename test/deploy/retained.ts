import type { Resource, Template } from './template.ts';

/** What `serverless remove` leaves, on purpose. */
export const RETAINED: Readonly<Record<string, string>> = {
  Pepper: 'with another one, every key of a ledger that still exists would be unknown',
  EvidenceBucket: 'pictures are evidence; and a bucket with something in it cannot be deleted',
  Redis: 'its last copy (a snapshot): an emptied ledger would have forgotten what was sent',
};

const policyOf = ({ DeletionPolicy }: Resource) => DeletionPolicy ?? 'Delete';

/** The resources of a template that outlive the stack, themselves or as a copy. */
export function outliving(template: Template): string[] {
  return Object.entries(template.Resources)
    .filter(([, resource]) => policyOf(resource) !== 'Delete')
    .map(([name]) => name);
}

/** Those of them that outlive it themselves. */
export function kept(template: Template): string[] {
  return outliving(template).filter((name) => template.Resources[name]?.DeletionPolicy?.startsWith('Retain'));
}
