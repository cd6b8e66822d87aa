import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { LedgerError, messageOf } from '../submission/errors.ts';

export interface ConnectionOptions {
  /** `redis://` or, with TLS, `rediss://`. */
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly commandTimeoutMs: number;
  /** A socket that rested for longer is replaced before it is used. Default: a minute. */
  readonly trustIdleMs?: number;
}

export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** How many replicas must have a write before its answer counts; 0 sends no WAIT. */
export interface Confirmation {
  readonly replicas: number;
  readonly timeoutMs: number;
}

export interface Reply {
  readonly value: unknown;
  readonly confirmed: boolean;
}

export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Long before anything between us and Redis forgets a connection (350 s in AWS), long after the last beat of a run. */
const TRUST_IDLE_MS = 60_000;

/** A dead socket need not say goodbye; the next command must get a new one at once. */
const DISCONNECT_MS = 20;

/** How the client and the system say that a connection is no more. */
const BROKEN = /max retries per request|Connection is closed|ECONNRESET|EPIPE|isn't writeable/;

/**
 * One Redis connection that never sends a command twice by itself and never keeps one for later: a command that could
 * not be sent now fails now. What a script answers when it is sent again is the protocol's business, not the client's.
 */
export class Connection {
  readonly #redis: Redis;
  readonly #options: ConnectionOptions;
  #connecting: Promise<void> | undefined;
  /** By the wall clock, which goes on while a frozen environment's own may stand still. */
  #usedEpochMs = Date.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#redis = new Redis(options.url, {
      lazyConnect: true,
      // A WAIT re-sent alone after a failover would be confirmed by a server that never saw the arming.
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: options.connectTimeoutMs,
      commandTimeout: options.commandTimeoutMs,
      disconnectTimeout: DISCONNECT_MS,
      retryStrategy: (nth) => Math.min(50 * 2 ** nth, 500),
    });
    // Without a listener ioredis prints every failed connect; the failure reaches the caller through its command.
    this.#redis.on('error', () => {});
  }

  /**
   * Runs a script, with WAIT behind it in the same pipeline where a confirmation is asked for.
   * @throws LedgerError when the answer is not known, within connect + command timeout
   */
  async run(
    { text, sha }: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
    confirmation: Confirmation = { replicas: 0, timeoutMs: 0 },
  ): Promise<Reply> {
    await this.#ready();
    const send = async (command: 'evalsha' | 'eval', body: string): Promise<Reply> => {
      if (confirmation.replicas === 0) {
        // Alone and not as a pipeline of one, which takes the client longer than Redis takes for the script.
        const value = await this.#redis[command](body, keys.length, ...keys, ...args);
        this.#usedEpochMs = Date.now();
        return { value, confirmed: true };
      }
      const pipeline = this.#redis.pipeline();
      pipeline[command](body, keys.length, ...keys, ...args);
      pipeline.wait(confirmation.replicas, confirmation.timeoutMs);
      const results = (await pipeline.exec()) ?? [];
      this.#usedEpochMs = Date.now();
      const [scriptError, value] = results[0] ?? [new Error('the connection was closed'), undefined];
      if (scriptError) throw scriptError;
      const [waitError, replicas] = results[1] ?? [null, 0];
      // No answer to WAIT: whether a replica has the write is not known, so it does not count.
      return { value, confirmed: !waitError && Number(replicas) >= confirmation.replicas };
    };
    try {
      return await send('evalsha', sha);
    } catch (thrown) {
      if (messageOf(thrown).startsWith('NOSCRIPT')) return await send('eval', text).catch(this.#fail);
      return await this.#fail(thrown);
    }
  }

  /**
   * Like `run`, but once more on a new connection where the first one broke: after a thaw the socket is often dead, and the
   * first command finds out. Only for a script that answers the same command the same.
   */
  async runAgainAfterBreak(...command: Parameters<Connection['run']>): Promise<Reply> {
    try {
      return await this.run(...command);
    } catch (thrown) {
      if (!(thrown instanceof LedgerError && BROKEN.test(messageOf(thrown.cause)))) throw thrown;
      return this.run(...command);
    }
  }

  /** A plain command, for what is not a step of the protocol. @throws LedgerError like `run` */
  async command<T>(send: (redis: Redis) => Promise<T>): Promise<T> {
    await this.#ready();
    return send(this.#redis).catch(this.#fail);
  }

  close(): void {
    this.#redis.disconnect();
  }

  readonly #fail = async (thrown: unknown): Promise<never> => {
    const message = messageOf(thrown);
    // A silent peer: the socket may be dead (a thaw, a dropped NAT entry). READONLY: after a failover the address leads to
    // another server by now. Gone before the caller goes on, since what it does next (take an arming back, settle once
    // more) would otherwise die on the same socket.
    if (message.includes('timed out') || message.startsWith('READONLY')) await this.#drop();
    throw new LedgerError(`Redis: ${plain(message)}`, { cause: thrown });
  };

  /** Resolves when the socket is gone; the next command gets a new one. */
  async #drop(): Promise<void> {
    // Another command has seen to it already.
    if (this.#redis.status !== 'ready') return;
    const closed = new Promise((resolve) => this.#redis.once('close', resolve));
    // The client takes the socket down after `disconnectTimeout`; on a busy machine it may be a good deal later.
    this.#redis.disconnect(true);
    await closed;
  }

  /** Connects, once for all that wait for it. */
  async #ready(): Promise<void> {
    const restedMs = Date.now() - this.#usedEpochMs;
    this.#usedEpochMs = Date.now();
    if (this.#connecting === undefined) {
      const ready = this.#redis.status === 'ready';
      // Whether a socket died in its sleep shows only by a command that is never answered, which costs all of its timeout.
      const trusted = restedMs <= (this.#options.trustIdleMs ?? TRUST_IDLE_MS);
      if (ready && trusted) return;
      this.#connecting = (ready ? this.#drop() : Promise.resolve())
        .then(() => this.#connect())
        .finally(() => {
          this.#connecting = undefined;
        });
    }
    await this.#connecting;
  }

  async #connect(): Promise<void> {
    if (this.#redis.status === 'ready') return;
    if (this.#redis.status === 'wait') this.#redis.connect().catch(() => {});
    let lastError = 'no answer';
    await new Promise<void>((resolve, reject) => {
      const onError = (error: Error) => {
        lastError = error.message;
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        this.#redis.off('ready', onReady).off('error', onError);
        settle();
      };
      const onReady = () => finish(resolve);
      const timer = setTimeout(
        () => finish(() => reject(new LedgerError(`Redis cannot be reached: ${lastError}`))),
        this.#options.connectTimeoutMs,
      );
      this.#redis.on('ready', onReady).on('error', onError);
    });
  }
}

function plain(message: string): string {
  if (BROKEN.test(message)) return 'the connection broke before the answer';
  if (message.startsWith('CROSSSLOT'))
    return 'it is in cluster mode, which the ledger cannot use: run doctor';
  if (message.startsWith('WRONGTYPE')) {
    return 'a key under sekali: holds what the ledger never wrote: does another program write to this Redis?';
  }
  return message;
}
