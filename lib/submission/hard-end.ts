import { TimeBudgetError } from './errors.ts';
import type { Turn } from './turn.ts';

export interface HardEnd {
  /** Aborts when no more than the reserve of the invocation is left. */
  readonly signal: AbortSignal;
  cancel(): void;
}

/**
 * The end of waiting for proof. It comes sooner when the worker is told to stop, since less is left then:
 *
 *   claim      arm     told to stop                   hard end                grace ends      deadline
 *     |---------|------------|---------------------------|------- reserve --------|-------------|
 *               |<- waits for proof, told to stop or not ->|<- settles, closes ->|
 */
export function hardEndOf({
  invocation,
  clock,
  policy,
}: Pick<Turn, 'invocation' | 'clock' | 'policy'>): HardEnd {
  const controller = new AbortController();
  const start = () =>
    clock.after(invocation.remainingMs() - policy.reserveMs, () => {
      controller.abort(new TimeBudgetError('no proof within the time of the invocation'));
    });
  let cancel = start();
  const startAnew = () => {
    cancel();
    cancel = start();
  };
  invocation.stopping?.addEventListener('abort', startAnew);
  return {
    signal: controller.signal,
    cancel() {
      cancel();
      invocation.stopping?.removeEventListener('abort', startAnew);
    },
  };
}
