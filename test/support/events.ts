import { readFile } from 'node:fs/promises';
import { Event } from '../../lib/events/event.ts';
import type { EventSink } from '../../lib/events/sink.ts';
import { Teller, type TellerParts } from '../../lib/events/teller.ts';
import type { Connection } from '../../lib/ledger/connection.ts';
import { DAY_MS, META } from './ledger.ts';

/** Takes events into memory. Each is held against the schema. */
export class MemorySink implements EventSink {
  readonly events: Event[] = [];
  /** What happens to the next ones, in place of taking them. */
  readonly faults: (() => Promise<void>)[] = [];

  async put(event: Event): Promise<void> {
    const fault = this.faults.shift();
    if (fault !== undefined) return fault();
    this.events.push(Event.parse(event));
  }

  close(): void {}
}

export const refuses = async () => {
  throw new Error('the bus is down');
};

/** A teller on a ledger of a test, and what it says about itself. */
export function tellerOn(on: { readonly connection: Connection }, parts: Partial<TellerParts> = {}) {
  const sink = new MemorySink();
  const counted: string[] = [];
  const warned: unknown[] = [];
  const teller = new Teller({
    sink,
    connection: on.connection,
    meta: META,
    retentionMs: 30 * DAY_MS,
    stage: 'test',
    telemetry: {
      count: (metric) => void counted.push(metric),
      warn: (message, fields) => void warned.push({ message, ...fields }),
    },
    timeoutMs: 3_000,
    keepTimeoutMs: 1_000,
    ...parts,
  });
  return { teller, sink, counted, warned };
}

/** What the file holds that a worker, an API or a sweep of a test tells to. */
export async function eventsIn(file: string): Promise<Event[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => Event.parse(JSON.parse(line)));
}
