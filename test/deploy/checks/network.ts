import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf } from '../template.ts';

const PRIVATE = ['PrivateSubnetA', 'PrivateSubnetB'];
const PUBLIC = ['PublicSubnetA', 'PublicSubnetB'];

/** Of the network that the stack makes for itself. */
export function network(stack: Stack, check: Check): void {
  const subnets = (names: readonly string[]) => names.map((name) => stack.id(name));
  /** Where a subnet sends what is for the internet. */
  const wayOut = (subnet: string) => {
    const table = stack
      .ofType('AWS::EC2::RouteTable')
      .find((one) =>
        listOf(stack.says(one, 'Associations')).some((two) => at(two, 'SubnetId') === stack.id(subnet)),
      );
    assert.ok(table, `${subnet} has no route table`);
    return listOf(stack.says(table, 'Routes')).find((one) => at(one, 'DestinationCidrBlock') === '0.0.0.0/0');
  };

  check('names are resolved in the network, those of the endpoints too', () => {
    assert.deepEqual([stack.says('Vpc', 'DnsSupport'), stack.says('Vpc', 'DnsHostnames')], [true, true]);
  });
  check('private and public subnets lie in two zones of the region', () => {
    for (const pair of [PRIVATE, PUBLIC]) {
      const zones = pair.map((name) => String(stack.says(name, 'AvailabilityZone')));
      assert.equal(new Set(zones).size, 2);
      for (const zone of zones) assert.match(zone, /^eu-west-1/);
    }
  });
  check('public subnets lead to the internet gateway', () => {
    for (const name of PUBLIC) assert.equal(at(wayOut(name), 'GatewayId'), stack.id('InternetGateway'), name);
    assert.equal(stack.says('InternetGateway', 'Attachments', 0, 'VpcId'), stack.id('Vpc'));
  });
  check('private subnets lead to NAT, one or one a zone, in a public subnet', () => {
    const gateways = stack.ofType('AWS::EC2::NatGateway');
    assert.equal(gateways.length, stack.number('natGateways'));
    for (const gateway of gateways) {
      assert.ok(subnets(PUBLIC).includes(String(stack.says(gateway, 'SubnetId'))), gateway);
      assert.ok(String(at(stack.says(gateway, 'NatGatewayAddresses'), 0, 'AllocationId')), gateway);
    }
    const used = PRIVATE.map((name) => at(wayOut(name), 'NatGatewayId'));
    assert.deepEqual(new Set(used), new Set(gateways.map((name) => stack.id(name))));
  });
  check('every function and Redis live in the private subnets', () => {
    for (const name of stack.ofType('AWS::Lambda::Function')) {
      assert.deepEqual(
        listOf(stack.says(name, 'VpcConfig', 'SubnetIds')).toSorted(),
        subnets(PRIVATE).sort(),
        name,
      );
      assert.deepEqual(
        stack.says(name, 'VpcConfig', 'SecurityGroupIds'),
        [stack.id('FunctionSecurityGroup')],
        name,
      );
    }
    const ofRedis = listOf(stack.says('RedisSubnets', 'Subnets')).map((one) => at(one, 'SubnetIdentifier'));
    assert.deepEqual(ofRedis.toSorted(), subnets(PRIVATE).sort());
  });
  check('queue and secrets are reached without NAT, by their usual names', () => {
    const endpoints = stack
      .ofType('AWS::EC2::VPCEndpoint')
      .filter((name) => stack.says(name, 'VpcEndpointType') === 'Interface');
    const services = endpoints.map((name) => String(stack.says(name, 'ServiceName')).split('.').at(-1));
    for (const service of ['sqs', 'secretsmanager']) assert.ok(services.includes(service), service);
    for (const name of endpoints) {
      assert.equal(stack.says(name, 'PrivateDnsEnabled'), true, name);
      assert.deepEqual(listOf(stack.says(name, 'SubnetIds')).toSorted(), subnets(PRIVATE).sort(), name);
      assert.equal(stack.says(name, 'Groups', 0, 'GroupId'), stack.id('EndpointSecurityGroup'), name);
    }
  });
  check('pictures go to S3 without NAT, from both private subnets', () => {
    assert.equal(stack.says('EvidenceEndpoint', 'VpcEndpointType'), 'Gateway');
    assert.deepEqual(
      listOf(stack.says('EvidenceEndpoint', 'RouteTableIds')).toSorted(),
      subnets(['PrivateRoutesA', 'PrivateRoutesB']).sort(),
    );
  });
  check('only the functions reach Redis and the endpoints, each on its one port', () => {
    for (const [group, port] of [
      ['RedisSecurityGroup', 6379],
      ['EndpointSecurityGroup', 443],
    ] as const) {
      const [rule, ...others] = listOf(stack.says(group, 'IpPermissions'));
      assert.deepEqual(others, [], group);
      assert.deepEqual([at(rule, 'FromPort'), at(rule, 'ToPort')], [port, port], group);
      assert.deepEqual(listOf(at(rule, 'IpRanges')), [], group);
      assert.equal(at(rule, 'UserIdGroupPairs', 0, 'GroupId'), stack.id('FunctionSecurityGroup'), group);
    }
  });
  check('nothing comes in to the functions', () => {
    assert.deepEqual(stack.says('FunctionSecurityGroup', 'IpPermissions'), []);
  });
}
