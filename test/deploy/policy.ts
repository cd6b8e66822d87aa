/** What a template may not grant. Pure: it reads a packaged template and nothing else. */
import { ALLOWED } from './policy-exceptions.ts';
import { at, listOf, ofType, type Resource, type Template } from './template.ts';

/** Opens that everybody in the world may come in by. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];
const PUBLIC_ACLS = ['PublicRead', 'PublicReadWrite', 'AuthenticatedRead'];
const BLOCKS = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];

/** A grant that is wider than it should be and stands for a reason. */
export interface Exception {
  /** The logical id. */
  readonly resource: string;
  /** As it stands in the statement. */
  readonly action?: string;
  readonly reason: string;
}

/**
 * What is wrong, each with the resource's name: a wildcard as action or as resource, two functions with one role, a bucket that
 * may be public, a security group that is open to the world.
 * @param allowed what may stand all the same, and why
 */
export function policyFindings(template: Template, allowed: readonly Exception[] = ALLOWED): string[] {
  return [
    ...wildcards(template, allowed),
    ...sharedRoles(template),
    ...publicBuckets(template),
    ...openGroups(template),
  ];
}

function wildcards(template: Template, allowed: readonly Exception[]): string[] {
  const isAllowed = (resource: string, action?: string) =>
    allowed.some((one) => one.resource === resource && one.action === action);
  const wrong: string[] = [];
  for (const [name, resource] of Object.entries(template.Resources)) {
    for (const statement of statementsOf(resource)) {
      // To deny everything is no grant.
      if (at(statement, 'Effect') !== 'Allow') continue;
      const actions = listOf(at(statement, 'Action')).map(String);
      for (const key of ['NotAction', 'NotResource', 'NotPrincipal']) {
        if (at(statement, key) !== undefined) wrong.push(`${name}: ${key} grants all the rest`);
      }
      if (at(statement, 'Principal') === '*' || at(statement, 'Principal', 'AWS') === '*') {
        if (at(statement, 'Condition') === undefined) wrong.push(`${name}: for everybody in the world`);
      }
      for (const action of actions.filter((one) => one.includes('*'))) {
        if (!isAllowed(name, action)) wrong.push(`${name}: action ${action}`);
      }
      for (const target of listOf(at(statement, 'Resource')).filter(isWildcard)) {
        for (const action of actions) {
          if (!isAllowed(name, action))
            wrong.push(`${name}: ${action} on resource ${JSON.stringify(target)}`);
        }
      }
    }
  }
  return wrong;
}

/** Everything of a kind: `*`, or an ARN that names no one thing. A path within a named thing, such as a bucket, is not one. */
function isWildcard(target: unknown): boolean {
  const text = typeof target === 'string' ? target : at(target, 'Fn::Sub');
  return typeof text === 'string' && (/^\*$/.test(text) || /^arn:([^:]*:){4,5}\*/.test(text));
}

/** Of whatever has a policy within: roles, managed policies, buckets, queues, topics, endpoints. */
function statementsOf({ Properties }: Resource): unknown[] {
  const found: unknown[] = [];
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'Statement') found.push(...listOf(inner));
      else look(inner);
    }
  };
  look(Properties);
  return found;
}

function sharedRoles(template: Template): string[] {
  const users = new Map<string, string[]>();
  for (const [name, { Properties }] of ofType(template, 'AWS::Lambda::Function')) {
    const role = JSON.stringify(Properties?.Role);
    users.set(role, [...(users.get(role) ?? []), name]);
  }
  return [...users]
    .filter(([, names]) => names.length > 1)
    .map(([role, names]) => `${names.join(' and ')} share a role: ${role}`);
}

function publicBuckets(template: Template): string[] {
  return ofType(template, 'AWS::S3::Bucket').flatMap(([name, { Properties }]) => {
    const open = BLOCKS.filter((block) => at(Properties, 'PublicAccessBlockConfiguration', block) !== true);
    return [
      ...(PUBLIC_ACLS.includes(String(Properties?.AccessControl)) ? [`${name}: public by its ACL`] : []),
      ...(open.length > 0 ? [`${name}: could be made public, for want of ${open.join(', ')}`] : []),
    ];
  });
}

function openGroups(template: Template): string[] {
  const rules = [
    ...ofType(template, 'AWS::EC2::SecurityGroup').flatMap(([name, { Properties }]) =>
      listOf(Properties?.SecurityGroupIngress).map((rule) => [name, rule] as const),
    ),
    ...ofType(template, 'AWS::EC2::SecurityGroupIngress').map(
      ([name, { Properties }]) => [name, Properties] as const,
    ),
  ];
  return rules
    .filter(([, rule]) =>
      ANYWHERE.some((range) => [at(rule, 'CidrIp'), at(rule, 'CidrIpv6')].includes(range)),
    )
    .map(([name]) => `${name}: lets the whole world in`);
}
