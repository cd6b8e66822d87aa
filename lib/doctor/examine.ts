import { examineChromium, examineSpace } from './browser.ts';
import { examineConfiguration } from './configuration.ts';
import { examineEvents } from './events.ts';
import { type Examiner, limitsOf } from './examiner.ts';
import type { Finding, Probed } from './finding.ts';
import { hideSecrets } from './hide-secrets.ts';
import { networkFindings } from './network.ts';
import { examineQueues } from './queues.ts';
import { examineRedis } from './redis.ts';
import { withSecrets } from './secrets.ts';
import { examineTargets } from './targets.ts';
import { within } from './within.ts';

/**
 * All probes of a stage, in the order in which their findings are told. Those of the network run side by side, Chromium after
 * them, since it takes the whole CPU. Writes nothing but `sekali:meta`, with `init` and where there is none; sends no request
 * to a target and takes no message. Never throws: what fails is a finding.
 * @param tell gets the findings as soon as it is their turn
 */
export async function examine(
  asked: Examiner,
  tell: (findings: readonly Finding[]) => void = () => {},
): Promise<Finding[]> {
  const all: Finding[] = [];
  let env = asked.env;
  const report = (findings: readonly Finding[]) => {
    const safe = findings.map((finding) => ({ ...finding, line: hideSecrets(finding.line, env) }));
    all.push(...safe);
    tell(safe);
  };
  const { examiner, findings: secrets } = await withSecrets(asked);
  env = examiner.env;
  const isComplete = examiner.where === 'function' && secrets.length === 0;
  const { findings, stage } = examineConfiguration(examiner, isComplete);
  report([...secrets, ...findings]);
  const probe = (what: string, run: (signal: AbortSignal) => Promise<Probed>) =>
    within(limitsOf(asked).probeTimeoutMs, what, run);
  const redis = probe('Redis', (signal) => examineRedis(examiner, signal));
  const queues = probe('the queues', (signal) => examineQueues(examiner, stage, signal));
  const targets = probe('the hosts of the forms', () => examineTargets(examiner));
  const events = probe('EventBridge', () => examineEvents(examiner));
  report((await redis).findings);
  report((await queues).findings);
  report((await events).findings);
  report((await targets).findings);
  if (examiner.where === 'function') report(networkFindings(await redis, await targets));
  report((await probe('free space', () => examineSpace(examiner))).findings);
  report((await examineChromium(examiner)).findings);
  return all;
}
