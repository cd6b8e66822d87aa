import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { script } from '../../lib/ledger/connection.ts';
import type { Decide, Passing } from './redis-proxy.ts';
import { endOfValue, textOf, typeOf, wordsOf } from './resp.ts';

const SCRIPTS_FOLDER = new URL('../../lib/ledger/scripts/', import.meta.url);
const SCRIPT_NAMES: ReadonlyMap<string, string> = new Map(
  readdirSync(SCRIPTS_FOLDER).map((file) => [
    script(readFileSync(new URL(file, SCRIPTS_FOLDER), 'utf8')).sha,
    file.replace('.lua', ''),
  ]),
);

type Command = Omit<Passing, 'moment' | 'answer'>;

/** One connection. Commands pass one after another, and so do replies, however long each decision takes. */
export class Link {
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
  /** Both ends are closed, and everything is decided. */
  readonly gone: Promise<void>;

  constructor(client: Socket, port: number, decide: Decide) {
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
    for (const socket of [client, this.#server]) socket.on('error', () => {});
    client.on('end', () => {
      if (!this.#silent) client.end();
    });
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
    const closed = [client, this.#server].map(
      (socket) => new Promise((resolve) => socket.on('close', resolve)),
    );
    this.gone = Promise.all(closed).then(() => this.#answering);
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

  /** The client goes. */
  leave(): void {
    this.#client.destroy();
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
    if (reply === undefined) return;
    if (/^evalsha$/i.test(word) && textOf(reply).startsWith('NOSCRIPT')) {
      this.#comeAgain.add(identityOf(command));
      return this.#handOver(reply);
    }
    // Told even where the client will never hear of it: it was executed.
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
