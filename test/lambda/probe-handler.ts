/** A handler that does as the event says, to see whether the host is like Lambda. */
import type { Context } from 'aws-lambda';

interface Ask {
  readonly do: 'count' | 'remaining' | 'throw' | 'hang' | 'exit' | 'tick';
}

let invocations = 0;
let ticks = 0;

export async function handler(
  event: Ask,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<unknown> {
  invocations++;
  switch (event.do) {
    case 'count':
      return { invocations, pid: process.pid };
    case 'remaining':
      return context.getRemainingTimeInMillis();
    case 'throw':
      throw new Error('on purpose');
    case 'hang':
      return new Promise(() => setInterval(() => {}, 1_000));
    case 'exit':
      return process.exit(1);
    case 'tick':
      // A timer that is left running, as a careless handler would.
      if (ticks === 0) setInterval(() => ticks++, 10);
      return ticks;
  }
}
