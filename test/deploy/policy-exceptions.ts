import type { Exception } from './policy.ts';

const NO_RESOURCES =
  'Lambda puts functions into a network by it, and it knows no resources: "*" is all that it takes';

/** Grants that are wider than they should be, each with why it stands. */
export const ALLOWED: readonly Exception[] = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
].map((action) => ({ resource: 'NetworkInterfacePolicy', action, reason: NO_RESOURCES }));
