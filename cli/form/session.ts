import { WarmBrowser } from '../../lib/chromium/browser.ts';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { readyChromium } from '../../local/chromium.ts';
import { type ProgressLine, progressLine } from '../progress-line.ts';

/** What a command works with. */
export interface Session {
  /** Chromium is unpacked and started when the first context is asked for. */
  readonly browsers: Browsers;
  /** Aborts when the person gives up, unless `commit` was called. */
  readonly signal: AbortSignal;
  /** On stderr, so that what a command answers can be read by a machine. */
  show(step: string): void;
  say(line: string): void;
  /** From now on the command goes on to its end: something has been sent. */
  commit(): void;
}

/** Does the work of a command, and closes everything after it, whatever happens. */
export async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  let progress: ProgressLine | undefined;
  const show = (step: string) => {
    progress ??= progressLine();
    progress.show(`${step} …`);
  };
  const pause = () => {
    progress?.end();
    progress = undefined;
  };
  const say = (line: string) => {
    pause();
    console.error(line);
  };
  const warm = new WarmBrowser({ onFallback: (reason) => say(`One browser for each page: ${reason}`) });
  const browsers: Browsers = {
    async newContext(options, prepare) {
      show('Starting Chromium (unpacked first where it is not yet)');
      await readyChromium(say);
      return warm.newContext(options, prepare);
    },
  };
  const given = new AbortController();
  let committed = false;
  const giveUp = () => {
    if (committed) say('It has been sent already: waiting for what became of it');
    else given.abort(new Error('given up'));
  };
  process.on('SIGINT', giveUp).on('SIGTERM', giveUp);
  try {
    return await work({
      browsers,
      signal: given.signal,
      show,
      say,
      commit() {
        committed = true;
      },
    });
  } catch (thrown) {
    // What failed is only that everything was closed.
    if (given.signal.aborted) throw new Error('Given up. Nothing was submitted.');
    throw thrown;
  } finally {
    process.off('SIGINT', giveUp).off('SIGTERM', giveUp);
    pause();
    await warm.close();
  }
}
