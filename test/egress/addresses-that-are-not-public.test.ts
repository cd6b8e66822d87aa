import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '../../lib/egress/address.ts';

const NOT_PUBLIC = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%lo'],
  metadata: ['169.254.169.254', 'fd00:ec2::254'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'unique local and site-local': ['fc00::1', 'fdff::1', 'fec0::1'],
  'multicast and broadcast': ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
  'reserved, benchmarking, documentation': [
    '240.0.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8'],
  '6to4': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::'],
  'outside of 2000::/3': ['4000::1', '8000::1', '5f00::1'],
  'no plain address': [
    '',
    'example.org',
    '2130706433',
    '0x7f.1',
    '0x08080808',
    '8.8.8',
    '010.8.8.8',
    '[::1]',
  ],
} as const;

for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
  test(`not public: ${kind}`, () => {
    assert.deepEqual(addresses.filter(isPublicAddress), []);
  });
}

test('public unicast is public, also as DNS64 and IPv4-mapped forms write it', () => {
  const addresses = [
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00::1',
    '64:ff9b::8.8.8.8',
    '::ffff:8.8.8.8',
  ];
  assert.deepEqual(addresses.filter(isPublicAddress), addresses);
});
