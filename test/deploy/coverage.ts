/** How each type of resource is looked at. */
import assert from 'node:assert/strict';
import type { Check } from './findings.ts';
import type { Stack } from './stack.ts';

/** Shown by another resource, which the checks ask. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Integration': 'its API',
  'AWS::ApiGatewayV2::Route': 'its API',
  'AWS::ApiGatewayV2::Stage': 'its API',
  'AWS::EC2::Route': 'its route table',
  'AWS::EC2::SubnetRouteTableAssociation': 'its route table',
  'AWS::EC2::VPCGatewayAttachment': 'its internet gateway',
  'AWS::Lambda::Permission': 'its function',
};

/** The emulator has no such thing: only the template tells. */
export const TEMPLATE_ONLY: Readonly<Record<string, string>> = {
  'AWS::ElastiCache::ParameterGroup': 'moto has no parameter groups',
};

/** Nothing of the template goes unseen: it was made and reads back, or it is known why not. */
export function coverage(stack: Stack, check: Check): void {
  const wanted = Object.entries(stack.template.Resources);

  check('every type of resource is read back, or it is known why not', () => {
    const read = new Set(Object.values(stack.resources).map(({ type }) => type));
    const unseen = wanted
      .filter(
        ([name, { Type, Condition }]) => !(Condition !== undefined && !stack.has(name)) && !read.has(Type),
      )
      .map(([, { Type }]) => Type)
      .filter((type) => SHOWN_BY[type] === undefined && TEMPLATE_ONLY[type] === undefined);
    assert.deepEqual([...new Set(unseen)], []);
  });
  check('every resource was made', () => {
    const missing = wanted
      .filter(([, { Type, Condition }]) => Condition === undefined && !SHOWN_BY[Type] && !TEMPLATE_ONLY[Type])
      .map(([name]) => name)
      .filter((name) => !stack.has(name));
    assert.deepEqual(missing, []);
  });
  check('the service of every resource knows it', () => {
    const unknown = Object.entries(stack.resources).filter(([, { says }]) => says === null);
    assert.deepEqual(
      unknown.map(([name]) => name),
      [],
    );
  });
}
