import { messageOf } from '../submission/errors.ts';
import { askInside, type Examiner, isElsewhere, limitsOf } from './examiner.ts';
import { type Finding, undetermined, wrong } from './finding.ts';
import { within } from './within.ts';

/** The examiner with the secrets of the stage, and what is to be said where they cannot be read. Never throws. */
export async function withSecrets(
  examiner: Examiner,
): Promise<{ readonly examiner: Examiner; readonly findings: readonly Finding[] }> {
  let { env } = examiner;
  const what = 'the secrets of the stage (has the network a way to Secrets Manager?)';
  const { findings } = await within(limitsOf(examiner).probeTimeoutMs, what, async () => {
    try {
      env = (await examiner.withSecrets?.(env)) ?? env;
      return { findings: [] };
    } catch (thrown) {
      return { findings: [wrong(messageOf(thrown))] };
    }
  });
  return { examiner: { ...examiner, env }, findings: findings.map((finding) => seenFrom(examiner, finding)) };
}

function seenFrom(examiner: Examiner, finding: Finding): Finding {
  if (!isElsewhere(examiner)) return finding;
  return undetermined(`from here: ${finding.line}. Set AWS_PROFILE, or ask inside: ${askInside(examiner)}`);
}
