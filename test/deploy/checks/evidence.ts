import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf } from '../template.ts';

export function evidence(stack: Stack, check: Check): void {
  check('nobody can make a picture public', () => {
    assert.deepEqual(stack.says('EvidenceBucket', 'PublicAccessBlock'), {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    assert.equal(
      stack.says('EvidenceBucket', 'Ownership', 'Rules', 0, 'ObjectOwnership'),
      'BucketOwnerEnforced',
    );
  });
  check('pictures are encrypted', () => {
    const [rule] = listOf(stack.says('EvidenceBucket', 'Encryption'));
    assert.match(
      String(at(rule, 'ApplyServerSideEncryptionByDefault', 'SSEAlgorithm')),
      /^(AES256|aws:kms)$/,
    );
  });
  check('pictures are kept as long as the parameter says', () => {
    const days = listOf(stack.says('EvidenceBucket', 'Lifecycle')).map((rule) =>
      at(rule, 'Expiration', 'Days'),
    );
    assert.ok(days.includes(stack.number('evidenceRetentionDays')), String(days));
  });
  check('pictures travel by TLS only', () => {
    const denied = listOf(stack.says('EvidencePolicy', 'Statement')).find(
      (one) => at(one, 'Effect') === 'Deny',
    );
    assert.equal(String(at(denied, 'Condition', 'Bool', 'aws:SecureTransport')), 'false');
  });
  check('the pepper is long and random', () => {
    assert.ok(Number(stack.says('Pepper', 'Length')) >= 32);
  });
}
