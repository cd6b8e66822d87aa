/** The queues of a service's CloudFormation resources, and how the rest of the service refers to them. */
import { CreateQueueCommand, type QueueAttributeName, type SQSClient } from '@aws-sdk/client-sqs';
import { ACCOUNT } from '../queues.ts';

/** CloudFormation properties that are queue attributes of the same name. */
const ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'VisibilityTimeout',
] as const satisfies readonly QueueAttributeName[];

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface Queue {
  readonly logicalId: string;
  readonly name: string;
  readonly arn: string;
  readonly attributes: Readonly<Partial<Record<QueueAttributeName, string>>>;
}

/** All queues of the resources, each after the queue that it moves messages to. @throws Error on a queue without a name */
export function queuesOf(resources: Readonly<Record<string, Resource>>, region: string): Queue[] {
  const queues = Object.entries(resources)
    .filter(([, { Type }]) => Type === 'AWS::SQS::Queue')
    .map(([logicalId, { Properties = {} }]) => ({
      logicalId,
      properties: Properties,
      ...named(logicalId, Properties, region),
    }));
  const arns = new Map(queues.map(({ logicalId, arn }) => [logicalId, arn]));
  return queues
    .map(({ logicalId, properties, name, arn }) => ({
      logicalId,
      name,
      arn,
      attributes: attributesOf(properties, arns),
    }))
    .sort(
      (one, other) => Number('RedrivePolicy' in one.attributes) - Number('RedrivePolicy' in other.attributes),
    );
}

function named(logicalId: string, properties: Readonly<Record<string, unknown>>, region: string) {
  const name = properties.QueueName;
  if (typeof name !== 'string')
    throw new Error(`The queue ${logicalId} needs a plain text as its QueueName.`);
  return { name, arn: `arn:aws:sqs:${region}:${ACCOUNT}:${name}` };
}

function attributesOf(properties: Readonly<Record<string, unknown>>, arns: ReadonlyMap<string, string>) {
  const attributes: Partial<Record<QueueAttributeName, string>> = {};
  for (const attribute of ATTRIBUTES) {
    const value = resolve(properties[attribute], (reference) =>
      reference.attribute === 'Arn' ? arns.get(reference.logicalId) : undefined,
    );
    if (value === undefined) continue;
    attributes[attribute] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return attributes;
}

/** Creates the queues that are not there yet. Answers their addresses by logical id. */
export async function createQueues(
  client: SQSClient,
  queues: readonly Queue[],
): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const { logicalId, name, attributes } of queues) {
    const { QueueUrl } = await client.send(
      new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
    );
    urls.set(logicalId, QueueUrl ?? '');
  }
  return urls;
}

export interface Reference {
  readonly logicalId: string;
  /** Absent for `Ref`. */
  readonly attribute?: string;
}

/** A copy of `value` in which every `Ref` and `Fn::GetAtt` that `lookUp` knows is replaced by what it answers. */
export function resolve(value: unknown, lookUp: (reference: Reference) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  const reference = referenceOf(value);
  if (reference) return lookUp(reference) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, lookUp)]));
}

export function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('Ref' in value && typeof value.Ref === 'string') return { logicalId: value.Ref };
  if (!('Fn::GetAtt' in value)) return undefined;
  const path = value['Fn::GetAtt'];
  const [logicalId, attribute] = typeof path === 'string' ? path.split('.') : Array.isArray(path) ? path : [];
  return typeof logicalId === 'string' && typeof attribute === 'string'
    ? { logicalId, attribute }
    : undefined;
}
