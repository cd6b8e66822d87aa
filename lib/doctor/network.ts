import { type Finding, type Probed, wrong } from './finding.ts';

/**
 * What the connections say together, from inside the network: a missing way out, or a missing way to Redis, looks like many
 * faults and is one.
 */
export function networkFindings(redis: Probed, targets: Probed): Finding[] {
  if (redis.connected === true && targets.connected === false) {
    return [
      wrong(
        'Redis can be reached and the internet cannot: the functions have no way out of their network. Their subnets must be ' +
          'private ones with a route 0.0.0.0/0 to a NAT gateway (in a public subnet a function has no address to go out ' +
          'with), and their security group must let port 443 out',
      ),
    ];
  }
  if (redis.connected === false && targets.connected === true) {
    return [
      wrong(
        'the internet can be reached and Redis cannot: no route to it. The functions must be in its VPC (network "create" or ' +
          '"existing", not "none"), and its security group must let its port in from theirs',
      ),
    ];
  }
  if (redis.connected === false && targets.connected === false) {
    return [
      wrong(
        'neither Redis nor the internet can be reached: look at the security group of the functions (what it lets out) and ' +
          'the routes of their subnets first',
      ),
    ];
  }
  return [];
}
