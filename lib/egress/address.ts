import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { normaliseHost } from './target.ts';

/** The only part of IPv6 that is routed in public; whatever lies outside it is refused without asking what it is. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv6 forms that end at the IPv4 address in their last 32 bits: IPv4-mapped, and NAT64 (RFC 6052), which DNS64 answers. */
const CARRIES_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Whether an address, as a resolver answers it, is public unicast. Everything else is `false`: loopback, private,
 * link-local (cloud metadata), unique local, carrier-grade NAT, multicast, unspecified, reserved and documentation ranges,
 * all 6to4 and Teredo addresses, and what is no plain address at all.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js reads more than net.connect does, and some of it differently: 0x08080808 would be looked up as a name, and
  // ::8.8.8.8 is taken for ::ffff:8.8.8.8. So it only gets the usual form of what is an address to Node.
  const usual = isIP(address) === 0 ? undefined : normaliseHost(address);
  if (usual === undefined) return false;
  const parsed = ipaddr.parse(usual);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (CARRIES_IPV4.some((range) => parsed.match(range))) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === 'unicast';
  }
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}
