import { forms } from '../forms/index.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { examine } from '../lib/doctor/examine.ts';
import { asText, countWrong } from '../lib/doctor/finding.ts';
import { registryOf } from '../lib/form/registry.ts';
import { checkForms } from './check-forms.ts';

/** `serverless invoke -f doctor --data '{"init":true}'` declares the Redis of the stage to be its ledger. */
export interface DoctorEvent {
  readonly init?: boolean;
}

export interface DoctorAnswer {
  readonly wrong: number;
  readonly findings: readonly string[];
}

/** Looks at everything that the worker needs, from where the worker is. Never throws: what fails is a finding. */
export async function handler(event: DoctorEvent | null): Promise<DoctorAnswer> {
  const findings = await examine({
    env: process.env,
    where: 'function',
    forms,
    init: event?.init === true,
    check: (stage) => void checkForms(registryOf(forms), stage),
    withSecrets,
  });
  return { wrong: countWrong(findings), findings: findings.map(asText) };
}
