/** Child processes that never outlive this one, grandchildren included. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEnd } from './lifetime.ts';

const STOP_GRACE_MS = 5000;

export interface Child {
  readonly pid: number;
  readonly process: ChildProcess;
  /** Resolves when the process is gone, by itself or killed. */
  readonly exited: Promise<void>;
  /** Signals the process and what it started. Resolves when it is gone, unless the signal leaves it alive. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** SIGTERM, and SIGKILL for what is left after 5 s. */
  stop(): Promise<void>;
}

const leaders = new Set<number>();
process.on('exit', () => {
  for (const pid of leaders) signalGroup(pid, 'SIGKILL');
});

/** @throws Error when the command cannot be started */
export async function startChild(command: string, args: string[], options: SpawnOptions): Promise<Child> {
  // A group of its own: killing the group reaches grandchildren.
  const child = spawn(command, args, { ...options, detached: true });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} started without a process id`);
  leaders.add(pid);

  const stop = async () => {
    signalGroup(pid, 'SIGTERM');
    // A stopped process (SIGSTOP in a test) would never see the SIGTERM.
    signalGroup(pid, 'SIGCONT');
    await Promise.race([exited, sleep(STOP_GRACE_MS, undefined, { ref: false })]);
    signalGroup(pid, 'SIGKILL');
    await exited;
  };
  const forget = beforeEnd(stop);
  exited.then(() => {
    forget();
    // Whatever the leader started and did not stop goes with it.
    signalGroup(pid, 'SIGKILL');
    leaders.delete(pid);
  });

  return {
    pid,
    process: child,
    exited,
    stop,
    async kill(signal) {
      signalGroup(pid, signal);
      if (ENDING_SIGNALS.has(signal)) await exited;
    },
  };
}

const ENDING_SIGNALS = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT']);

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  // Forgotten: the number may be somebody else's by now.
  if (!leaders.has(pid)) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // No such group: all of it is gone already, which is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
