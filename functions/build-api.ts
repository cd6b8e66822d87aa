import { createHash } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ConsoleFiles } from '../console/build.ts';
import { DEFAULTS } from '../lib/config/defaults.ts';
import type { StageParameters } from '../lib/config/stage.ts';
import type { TokenList } from '../lib/config/token-list.ts';
import { accept } from '../lib/form/accept.ts';
import type { Registry } from '../lib/form/registry.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { RedisLedger } from '../lib/ledger/redis-ledger.ts';
import { queueClient } from '../lib/queue/client.ts';
import type { Data } from '../lib/submission/key.ts';
import type { Telemetry } from '../lib/submission/ports.ts';
import { answerRequest } from './api/answer-request.ts';
import { authenticate } from './api/authenticate.ts';
import { bucketLinks, type EvidenceLinks, folderLinks, noLinks } from './api/evidence-links.ts';
import type { Api } from './api/parts.ts';
import { consoleRoutes } from './api/routes/console.ts';
import { routes } from './api/routes/index.ts';
import { checkForms } from './check-forms.ts';
import { ledgerOptions } from './ledger-options.ts';
import { eventOf, type OperatorAnswer, type OperatorRequest } from './operate/operator-request.ts';
import { ParkedDesk } from './operate/parked-desk.ts';
import { outcomesOf } from './outcomes.ts';

export interface ApiParts {
  readonly stage: StageParameters;
  readonly registry: Registry;
  readonly telemetry: Telemetry;
  readonly tokens: TokenList;
  /** Absent where nobody opens the page. */
  readonly console?: ConsoleFiles;
  readonly nowMs?: () => number;
}

export interface HttpApi {
  /** Never throws. */
  handle(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2>;
  /** Likewise, for somebody who was let in already. Never throws. */
  ask(request: OperatorRequest): Promise<OperatorAnswer>;
  close(): void;
}

/** Puts the API's parts together: request -> who -> route -> ledger and queues -> answer. */
export function buildApi({
  stage,
  registry,
  telemetry,
  tokens,
  console,
  nowMs = Date.now,
}: ApiParts): HttpApi {
  const options = ledgerOptions(stage);
  const connection = new Connection(options);
  const ledger = new RedisLedger(options);
  const outcomes = outcomesOf(stage, telemetry);
  const client = queueClient({
    endpoint: stage.sqsEndpoint,
    tries: DEFAULTS.queueTries,
    // Looking through the parking queue waits for a second when it is empty.
    timeoutMs: DEFAULTS.pollTimeoutMs,
    connectTimeoutMs: DEFAULTS.queueTimeoutMs,
  });
  const allows = checkForms(registry, stage);
  const reader = {
    registry,
    accept: (form: string, data: Data) =>
      accept(registry, form, data, {
        allows: (name, host) => allows.get(name)?.(host) ?? false,
        ...(stage.pepper === undefined ? {} : { pepper: stage.pepper }),
      }),
  };
  const all = console === undefined ? routes : [...routes, ...consoleRoutes(console)];
  const api: Api = {
    ...reader,
    whoAsks: (authorization) => authenticate(authorization, tokens, telemetry),
    telemetry,
    connection,
    ledger,
    outcomes,
    ledgerOptions: options,
    leaseTtlMs: stage.leaseTtlMs,
    flightGraceMs: (form) => registry.get(form)?.flightGraceMs ?? stage.flightGraceMs,
    async enqueue(body) {
      const sent = await client.send(new SendMessageCommand({ QueueUrl: stage.queueUrl, MessageBody: body }));
      return sent.MessageId ?? '';
    },
    desk: new ParkedDesk({
      ...reader,
      queues: { client, sourceUrl: stage.queueUrl, parkingUrl: stage.parkingUrl },
      connection,
      ledgerOptions: options,
      telemetry,
    }),
    links: linksOf(stage, nowMs),
    nowMs,
  };
  return {
    handle: (event) => answerRequest(event, all, api),
    async ask(request) {
      const whoAsks = async () => ({ name: request.who, role: 'operate' as const });
      const { statusCode = 500, body = '' } = await answerRequest(eventOf(request), routes, {
        ...api,
        whoAsks,
      });
      return { status: statusCode, body: JSON.parse(body) };
    },
    close() {
      connection.close();
      ledger.close();
      outcomes.close();
      client.destroy();
    },
  };
}

function linksOf(
  { evidenceBucket, evidenceFolder, apiTokens }: StageParameters,
  nowMs: () => number,
): EvidenceLinks {
  if (evidenceBucket) return bucketLinks(evidenceBucket, new S3Client({}), nowMs);
  if (!evidenceFolder || !apiTokens) return noLinks;
  // Known to every thread of the local stack, and to nobody else; no more is needed to sign a link on one machine.
  const secret = createHash('sha256').update(`links\n${apiTokens}`).digest('hex');
  return folderLinks(evidenceFolder, secret, nowMs);
}
