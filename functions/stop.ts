import { DEFAULTS } from '../lib/config/defaults.ts';
import { systemClock } from './clock.ts';

/** What the worker knows of being told to stop. */
export interface Stop {
  /** Aborts when it is told. */
  readonly signal: AbortSignal;
  /** Until the last batch must be over, milliseconds; `Infinity` until it is told. */
  leftMs(): number;
}

export interface StopButton extends Stop {
  /** Starts the grace; a second time changes nothing. */
  press(): void;
}

export function stopButton(clock = systemClock): StopButton {
  const controller = new AbortController();
  let endsMs = Number.POSITIVE_INFINITY;
  return {
    signal: controller.signal,
    leftMs: () => endsMs - clock.monotonicMs(),
    press() {
      if (controller.signal.aborted) return;
      // First: whoever hears the signal asks what is left.
      endsMs = clock.monotonicMs() + DEFAULTS.stopGraceMs;
      controller.abort();
    },
  };
}
