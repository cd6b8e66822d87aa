import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataHashOf, keyOf } from '../../lib/submission/key.ts';

/**
 * Spellings of the same data, and the SHA-256 of their one canonical form, made with another tool:
 * `printf '%s' '<canonical>' | sha256sum`. A version that makes other hashes has forgotten everything that was sent.
 */
const VECTORS: readonly (readonly [canonical: string, sha256: string, spellings: readonly string[]])[] = [
  [
    '{"a":"x","b":[{"x":2,"y":1},3]}',
    '6ce1e121e1b64bc665ceb27f23021be670123ae49812cb5274e699f0e0a12715',
    ['{"b":[{"y":1,"x":2},3],"a":"x"}', '{ "a": " x ", "b": [ {"x":2.0,"y":1e0}, 3 ] }'],
  ],
  [
    '{"n":1}',
    '2bfd14f43d17fc7cea24e0917a8879b4b2f880b8baeec1b9d90fbaad655e71bd',
    ['{"n":1}', '{"n":1.0}', '{"n":1e0}', '{"n":10e-1}'],
  ],
  ['{"n":0}', 'f3013f933b9fb80ab6d995e7ad9da36f683837ba1d81e950c943d40111eac2f0', ['{"n":0}', '{"n":-0}']],
  [
    '{"a":0.1,"b":1e-7,"c":1000000000000}',
    '208a8d60f858ecc543a45482d4b36daeccfb7426939e6fd0d3050699a4f78e04',
    ['{"c":1e12,"b":0.0000001,"a":1e-1}'],
  ],
  [
    '{"name":"Zoë"}',
    '6bd0ee7972d372ec1f8a3cc44302e5449751305d73c2b69b5a79c62f88a4ca77',
    ['{"name":"Zo\\u00eb"}', '{"name":"Zoe\\u0308"}', '{"name":"\\tZoë\\n"}'],
  ],
  [
    // By UTF-16 code units, as RFC 8785 has it: the smile comes before the ligature.
    '{"\\n":"Newline","1":"One","é":"e","😀":"smile","ﬁ":"ligature"}',
    '4930ad8424597d9f324e1ead9c731f75a6aaabed6be4ff50579059f7491f0c1d',
    ['{"ﬁ":"ligature","😀":"smile","é":"e","1":"One","\\n":"Newline"}'],
  ],
  [
    '{"n":"9007199254740993"}',
    '3bbb752b000e9ac58b939c07bb99307d18ccc5be92189d3c32738ec24c98579f',
    ['{"n":"9007199254740993"}'],
  ],
  // A list has an order, and null is not the same as nothing.
  ['{"list":[1,2]}', '19ea12ebf568b326476185ae635d32236139cae0a4c7b45c30b8d80bae494bdb', ['{"list":[1,2]}']],
  ['{"list":[2,1]}', 'fe14be62705e47784512b8793100c7bb6f09d5547b3140e487950b1183aa7768', ['{"list":[2,1]}']],
  ['{"n":null}', '5b4da02351c1c20974b216a5e3a4edb59ac51cbda6be3e9d82952b4f5beea463', ['{"n":null}']],
  ['{}', '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', ['{}']],
];

for (const [canonical, sha256, spellings] of VECTORS) {
  test(`hashed as ${canonical}, however spelt`, () => {
    for (const spelling of spellings) assert.equal(dataHashOf(JSON.parse(spelling)), sha256, spelling);
  });
}

test('with a pepper: HMAC-SHA-256 of the canonical identity', () => {
  // printf '%s' '{"eventId":"e","userId":"u"}' | openssl dgst -sha256 -hmac 'a pepper of sixteen'
  assert.equal(
    keyOf('f', ['userId', 'eventId'], { userId: 'u', eventId: 'e', seats: 4 }, 'a pepper of sixteen'),
    'f.817ab0e96d742ccf0b80df684ce982375e92270a32c1305825430d51ff671184',
  );
});
