import { type Examiner, limitsOf } from './examiner.ts';
import { ok, type Probed, wrong } from './finding.ts';
import { reach } from './reach.ts';

/**
 * Whether a function can connect to EventBridge, where events of outcomes go. Sends none: whether its role may, and the bus is
 * there, shows with the first one. From a person's machine nothing is to be seen of that.
 */
export async function examineEvents(examiner: Examiner): Promise<Probed> {
  const { SEKALI_EVENT_BUS, AWS_REGION: region } = examiner.env;
  const bus = SEKALI_EVENT_BUS?.trim();
  if (!bus || examiner.where !== 'function') return { findings: [] };
  const host = `events.${region}.amazonaws.com`;
  const reached = await reach(
    { host, port: 443, tls: true },
    { lookUp: examiner.lookUp, timeoutMs: limitsOf(examiner).reachTimeoutMs },
  );
  if (reached.step === 'reached') return { findings: [ok(`events: ${host} connects, for the bus ${bus}`)] };
  const why = 'code' in reached ? ` (${reached.code})` : '';
  return {
    findings: [
      wrong(
        `events: ${host} cannot be reached${why}: producers hear of no outcome. The functions need a way out (NAT), or an ` +
          'endpoint for EventBridge ("events") in their network; all else goes on, and what is due is told later',
      ),
    ],
  };
}
