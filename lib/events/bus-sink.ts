import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type Event, jsonOf } from './event.ts';
import type { EventSink } from './sink.ts';

/** By these rules on the bus choose. */
const SOURCE = 'sekali';
const DETAIL_TYPE: Record<Event['type'], string> = {
  submitted: 'Submission submitted',
  refused: 'Submission refused',
  unknown: 'Submission unknown',
  reopened: 'Submission reopened',
  parked: 'Submission parked',
};

/** An EventBridge bus. */
export function busSink(bus: string, client: EventBridgeClient): EventSink {
  return {
    async put(event, abortSignal) {
      const { FailedEntryCount, Entries } = await client.send(
        new PutEventsCommand({
          Entries: [
            {
              EventBusName: bus,
              Source: SOURCE,
              DetailType: DETAIL_TYPE[event.type],
              Time: new Date(event.at),
              Detail: jsonOf(event),
            },
          ],
        }),
        { abortSignal },
      );
      // Answered with 200, whatever became of the entry.
      if (FailedEntryCount !== 0) {
        const { ErrorCode, ErrorMessage } = Entries?.[0] ?? {};
        throw new Error(`the bus has not taken it: ${ErrorCode}: ${ErrorMessage}`);
      }
    },
    close: () => client.destroy(),
  };
}
