import { isPublicAddress } from '../egress/address.ts';
import { type Examiner, isLocal, limitsOf } from './examiner.ts';
import { type Finding, ok, type Probed, undetermined, wrong } from './finding.ts';
import { hostsOf } from './form-hosts.ts';
import { type Place, type Reach, reach } from './reach.ts';

/** Looks whether the hosts of all forms can be connected to. Sends no request: these are other people's sites. */
export async function examineTargets(examiner: Examiner): Promise<Probed> {
  const all = examiner.forms.map(hostsOf);
  const places = new Map<string, { readonly place: Place; readonly forms: string[] }>();
  for (const { form, places: its } of all) {
    for (const place of its) {
      const key = `${place.host}:${place.port}`;
      const known = places.get(key);
      if (known === undefined) places.set(key, { place, forms: [form] });
      else if (!known.forms.includes(form)) known.forms.push(form);
    }
  }
  const looks = await Promise.all(
    [...places].map(async ([host, { place, forms }]) => {
      const reached = await reach(place, {
        lookUp: examiner.lookUp,
        timeoutMs: limitsOf(examiner).reachTimeoutMs,
        mayConnect: (address) => isPublicAddress(address) || isDemoTarget(examiner, place),
      });
      return { reached, finding: findingOf(`form ${forms.join(', ')}: ${host}`, place, reached) };
    }),
  );
  const wildcards = all.flatMap(({ form, wildcards: its }) =>
    its.map((host) => undetermined(`form ${form}: ${host} names no single host that could be connected to`)),
  );
  const outside = looks.map(({ reached }) => isConnected(reached)).filter((it) => it !== undefined);
  return {
    findings: [...looks.map(({ finding }) => finding), ...wildcards],
    ...(outside.length === 0 ? {} : { connected: outside.includes(true) }),
  };
}

/** As in the worker: one target of the local stage may be on this machine. */
function isDemoTarget(examiner: Examiner, { host, port }: Place): boolean {
  const demo = URL.parse(examiner.env.SEKALI_DEMO_TARGET?.trim() ?? '');
  return isLocal(examiner) && demo?.hostname === host && Number(demo.port || '80') === port;
}

/** Undefined where nobody tried: that says nothing of the network. A door that is shut is a way to it. */
function isConnected(reached: Reach): boolean | undefined {
  if (reached.step === 'refused') return undefined;
  if (reached.step === 'connect') return reached.code === 'ECONNREFUSED';
  return reached.step !== 'dns';
}

function findingOf(what: string, { tls }: Place, reached: Reach): Finding {
  switch (reached.step) {
    case 'reached':
      return ok(`${what} connects${tls ? ', TLS in order' : ''}`);
    case 'dns':
      return wrong(`${what} does not resolve (${reached.code}): check the form's "allow" for a typing error`);
    case 'refused':
      return wrong(
        `${what} leads to ${reached.address}, which is not public, and such are never reached: take the form out of ` +
          'forms/index.ts, or give it a public host',
      );
    case 'connect':
      return wrong(`${what} cannot be connected to (${reached.code}): is it up, and open to us?`);
    case 'tls':
      return wrong(`${what}: TLS fails (${reached.code}), so a browser would refuse it, too`);
    default:
      return reached satisfies never;
  }
}
