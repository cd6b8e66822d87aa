/** Stands between a worker and its Redis, knows the ledger's steps, and lets a test decide the fate of each. */

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { script } from '../../lib/ledger/connection.ts';
import { endOfValue, textOf, typeOf, wordsOf } from './resp.ts';

export type ScriptName = 'claim' | 'renew' | 'arm' | 'disarm' | 'settle' | 'release' | 'resolve';

/** A command on its way. Of a step both moments come once, whether Redis knew the script already or not. */
export interface Passing {
  /** `arrived`: not executed yet. `answered`: executed, the reply not handed over yet. */
  readonly moment: 'arrived' | 'answered';
  /** A step of the ledger, or the command in lower case. */
  readonly what: ScriptName | (string & {});
  /** The submission's key, of a step. */
  readonly key?: string;
  /** Of a step its ARGV, of a command all words after the first. */
  readonly args: readonly string[];
  /** Of what was answered: the reply's text or number; of several the first one's. */
  readonly answer?: string;
  readonly client: { readonly remotePort: number };
}

/**
 * - `pass`
 * - `cut`: the connection breaks. Arrived: never executed; what came before it is. Answered: executed, the reply is lost.
 * - `hold`: the connection goes silent for ever, in both directions.
 * - `error`: this is replied; arrived: instead of executing, answered: in spite of it.
 */
export type Fate = 'pass' | 'cut' | 'hold' | { readonly error: string };

/** May wait: what is behind it on the same connection waits, too. What passes after its client left is still executed. */
export type Decide = (passing: Passing) => Fate | Promise<Fate>;

export interface RedisProxy {
  readonly url: string;
  readonly port: number;
  /** Breaks every connection that stands. */
  cutAll(): void;
  /** While on, the server is gone: connections that stand break, new ones are reset at once. */
  refuse(on: boolean): void;
  /** While on, nothing is answered any more; connections that it caught stay silent for ever. */
  blackHole(on: boolean): void;
  stop(): Promise<void>;
}

export interface RedisProxyOptions {
  /** The port of Redis on 127.0.0.1, asked for each new connection: what an address leads to may change. */
  readonly upstream: () => number;
  readonly decide?: Decide;
}

export async function startRedisProxy({
  upstream,
  decide = () => 'pass',
}: RedisProxyOptions): Promise<RedisProxy> {
  const links = new Set<Link>();
  let refusing = false;
  let silent = false;
  const server = createServer((client) => {
    if (refusing) return void client.resetAndDestroy();
    const link = new Link(client, upstream(), decide, () => links.delete(link));
    links.add(link);
    if (silent) link.hold();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cutAll = () => {
    for (const link of links) link.cut();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    cutAll,
    refuse(on) {
      refusing = on;
      if (on) cutAll();
    },
    blackHole(on) {
      silent = on;
      if (on) for (const link of links) link.hold();
    },
    async stop() {
      server.close();
      for (const link of links) link.destroy();
      await once(server, 'close');
    },
  };
}

const SCRIPTS_FOLDER = new URL('../../lib/ledger/scripts/', import.meta.url);
const SCRIPT_NAMES: ReadonlyMap<string, string> = new Map(
  readdirSync(SCRIPTS_FOLDER).map((file) => [
    script(readFileSync(new URL(file, SCRIPTS_FOLDER), 'utf8')).sha,
    file.replace('.lua', ''),
  ]),
);

type Command = Omit<Passing, 'moment' | 'answer'>;

/** One connection. Commands pass one after another, and so do replies, however long each decision takes. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #decide: Decide;
  /** Of commands that were sent on: the way to hand over their replies, or that none will come. */
  readonly #unanswered: ((reply: Buffer | undefined) => void)[] = [];
  /** Steps that Redis knew only by their sum; they come again in full, and were decided on already. */
  readonly #comeAgain = new Set<string>();
  #arriving: Promise<void> = Promise.resolve();
  #answering: Promise<void> = Promise.resolve();
  #silent = false;

  constructor(client: Socket, port: number, decide: Decide, whenGone: () => void) {
    this.#client = client;
    this.#server = connect(port, '127.0.0.1');
    this.#decide = decide;
    eachValue(client, (command) => {
      this.#arriving = this.#arriving.then(() => this.#arrive(command));
    });
    eachValue(this.#server, (reply) => {
      // What the server says unasked answers nothing.
      if (typeOf(reply) === '>') this.#answering = this.#answering.then(() => this.#handOver(reply));
      else this.#unanswered.shift()?.(reply);
    });
    let open = 2;
    for (const socket of [client, this.#server]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (--open === 0) whenGone();
      });
    }
    client.on('close', () => {
      this.#arriving = this.#arriving.then(() => void this.#server.end());
    });
    this.#server.on('close', () => {
      // What it answered before its end is still handed over.
      for (const end of this.#unanswered) end(undefined);
      this.#answering = this.#answering.then(() => {
        if (!this.#silent) client.destroy();
      });
    });
  }

  hold(): void {
    this.#silent = true;
  }

  cut(): void {
    this.hold();
    this.#client.destroy();
    // Not destroyed: what was sent on before is executed.
    this.#server.end();
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  async #arrive(raw: Buffer): Promise<void> {
    if (this.#silent) return;
    const words = wordsOf(raw);
    const command = { ...commandOf(words), client: { remotePort: this.#client.remotePort ?? 0 } };
    const fate = this.#comeAgain.delete(identityOf(command))
      ? 'pass'
      : await this.#decide({ ...command, moment: 'arrived' });
    if (fate === 'hold') this.hold();
    if (fate === 'cut') this.cut();
    if (this.#silent) return;
    if (typeof fate === 'object') {
      this.#answering = this.#answering.then(() => this.#handOver(errorReply(fate.error)));
      return;
    }
    const { promise: reply, resolve } = Promise.withResolvers<Buffer | undefined>();
    this.#unanswered.push(resolve);
    this.#answering = this.#answering.then(async () => this.#answer(command, words[0] ?? '', await reply));
    this.#server.write(raw);
  }

  async #answer(command: Command, word: string, reply: Buffer | undefined): Promise<void> {
    if (this.#silent || reply === undefined) return;
    if (/^evalsha$/i.test(word) && textOf(reply).startsWith('NOSCRIPT')) {
      this.#comeAgain.add(identityOf(command));
      return this.#handOver(reply);
    }
    const fate = await this.#decide({ ...command, moment: 'answered', answer: textOf(reply) });
    if (fate === 'hold') this.hold();
    if (fate === 'cut') this.cut();
    this.#handOver(typeof fate === 'object' ? errorReply(fate.error) : reply);
  }

  #handOver(reply: Buffer): void {
    if (!this.#silent) this.#client.write(reply);
  }
}

function eachValue(socket: Socket, take: (value: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = endOfValue(rest); end !== undefined; end = endOfValue(rest)) {
      take(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

function commandOf([word = '', ...args]: readonly string[]): Omit<Command, 'client'> {
  const what = word.toLowerCase();
  if (what !== 'evalsha' && what !== 'eval') return { what, args };
  const [body = '', keys = '', ...rest] = args;
  const name = SCRIPT_NAMES.get(what === 'evalsha' ? body : script(body).sha);
  if (name === undefined) return { what, args };
  const key = /^sekali:\{(.*)\}:/.exec(rest[0] ?? '')?.[1];
  return { what: name, args: rest.slice(Number(keys)), ...(key === undefined ? {} : { key }) };
}

function identityOf({ what, key, args }: Omit<Command, 'client'>): string {
  return JSON.stringify([what, key, args]);
}

function errorReply(text: string): Buffer {
  return Buffer.from(`-${text}\r\n`);
}
