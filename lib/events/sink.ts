import type { Event } from './event.ts';

/** Where events go. */
export interface EventSink {
  /** Resolves once it has taken the event. @throws Error when it has not, or perhaps not; on abort */
  put(event: Event, signal: AbortSignal): Promise<void>;
  close(): void;
}
