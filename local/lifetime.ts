/**
 * What a process of the local stack owes when it ends: nothing that it started stays behind, whether it ends by
 * itself, by Ctrl-C, by SIGTERM, or because the command that started it is gone.
 */
import { constants } from 'node:os';

const PARENT_CHECK_MS = 1000;

const cleanUps = new Set<() => Promise<void>>();
let watching = false;
let ending = false;

/** Whether this process was told to end: what fails now fails because it is being stopped. */
export function isEnding(): boolean {
  return ending;
}

/**
 * Registers work to do when this process is told to end; the process exits once all of it is done. Answers how to
 * take it back.
 */
export function beforeEnd(cleanUp: () => Promise<void>): () => void {
  cleanUps.add(cleanUp);
  if (!watching) watch();
  return () => cleanUps.delete(cleanUp);
}

function watch(): void {
  watching = true;
  const end = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    const exitCode = 128 + constants.signals[signal];
    // Asked a second time: now. What `children.ts` started is killed on exit all the same.
    if (ending) process.exit(exitCode);
    ending = true;
    Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp())).then(() => process.exit(exitCode));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);

  // A parent that was killed hard tells nobody; its children get another parent.
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end('SIGHUP');
  }, PARENT_CHECK_MS);
  timer.unref();
}
