import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { DEFAULTS } from '../lib/config/defaults.ts';
import type { LedgerStage } from '../lib/config/stage.ts';
import { busSink } from '../lib/events/bus-sink.ts';
import { fileSink } from '../lib/events/file-sink.ts';
import type { EventSink } from '../lib/events/sink.ts';
import { Teller } from '../lib/events/teller.ts';
import { Connection } from '../lib/ledger/connection.ts';
import type { Telemetry } from '../lib/submission/ports.ts';
import { ledgerOptions } from './ledger-options.ts';

/** Tells outcomes to the bus of the stage, or to a file of this machine, or to nobody: then ends stay due. */
export function outcomesOf(
  stage: LedgerStage,
  telemetry: Telemetry,
  busClient: () => EventBridgeClient = eventBridge,
): Teller {
  const { meta, retentionMs, ...connection } = ledgerOptions(stage);
  const sink = sinkOf(stage, busClient);
  return new Teller({
    ...(sink && { sink }),
    // Of its own, and opened when something is told: that must not wait behind a WAIT.
    connection: new Connection(connection),
    meta,
    retentionMs,
    stage: stage.stage,
    telemetry,
    timeoutMs: DEFAULTS.tellTimeoutMs,
    keepTimeoutMs: DEFAULTS.keepEventTimeoutMs,
  });
}

function sinkOf(
  { eventBus, eventsFile }: LedgerStage,
  busClient: () => EventBridgeClient,
): EventSink | undefined {
  if (eventBus) return busSink(eventBus, busClient());
  return eventsFile ? fileSink(eventsFile) : undefined;
}

function eventBridge(): EventBridgeClient {
  return new EventBridgeClient({
    maxAttempts: DEFAULTS.eventTries,
    requestHandler: {
      connectionTimeout: DEFAULTS.eventTimeoutMs,
      requestTimeout: DEFAULTS.eventTimeoutMs,
      // An answer that stops half-way is no answer.
      socketTimeout: DEFAULTS.eventTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}
