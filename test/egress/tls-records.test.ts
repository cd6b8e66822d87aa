import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { watchTlsHandshake } from '../../lib/egress/tls-records.ts';

const record = (type: number, body: Buffer, version = 0x0301) => {
  const header = Buffer.from([type, version >> 8, version & 255, body.length >> 8, body.length & 255]);
  return Buffer.concat([header, body]);
};

const handshakeRecord = fc
  .tuple(fc.constantFrom(20, 21, 22), fc.uint8Array({ minLength: 1, maxLength: 400 }))
  .map(([type, body]) => record(type, Buffer.from(body)));

/** Cuts bytes at arbitrary places, as TCP does. */
const cut = (bytes: Buffer, places: readonly number[]) => {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
};

test('handshake records stay handshake, however they are cut', () => {
  fc.assert(
    fc.property(fc.array(handshakeRecord), fc.array(fc.nat(5_000)), (records, places) => {
      const isHandshake = watchTlsHandshake();
      for (const chunk of cut(Buffer.concat(records), places)) assert.equal(isHandshake(chunk), true);
    }),
  );
});

test('one record of another type is told with its first byte, however cut, and never forgotten', () => {
  const otherType = fc.integer({ min: 0, max: 255 }).filter((type) => type < 20 || type > 22);
  fc.assert(
    fc.property(fc.array(handshakeRecord), otherType, fc.array(handshakeRecord), (before, type, after) => {
      const isHandshake = watchTlsHandshake();
      for (const byte of Buffer.concat(before)) assert.equal(isHandshake(Buffer.from([byte])), true);
      assert.equal(isHandshake(Buffer.from([type])), false);
      for (const bytes of after) assert.equal(isHandshake(bytes), false);
    }),
  );
});

test('what is no TLS at all is not handshake', () => {
  const longest = 2 ** 14 + 2048;
  const odd = {
    http: Buffer.from('POST / HTTP/1.1\r\n'),
    'SSL 2': Buffer.from([0x80, 0x2e, 0x01]),
    'version 4.1': record(22, Buffer.alloc(1), 0x0401),
    'version 3.5': record(22, Buffer.alloc(1), 0x0305),
    empty: record(22, Buffer.alloc(0)),
    'too long': record(22, Buffer.alloc(longest + 1)),
  };
  for (const [name, bytes] of Object.entries(odd)) assert.equal(watchTlsHandshake()(bytes), false, name);
  assert.equal(watchTlsHandshake()(record(22, Buffer.alloc(longest))), true);
});
