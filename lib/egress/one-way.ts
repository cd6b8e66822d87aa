import type { Socket } from 'node:net';

/**
 * The way out for one request: one connection to one target, and none after anything that could be the request went up on
 * it. Chromium sends a POST again when its connection breaks before an answer; so there is none to send it on.
 *
 * A connection that ends before (its TLS handshake failed) leaves the way free: Chromium tries some handshakes once more.
 */
export class OneWay {
  readonly #target: string;
  #client: Socket | undefined;
  #used = false;

  /** `target` as `show` writes it. */
  constructor(target: string) {
    this.#target = target;
  }

  /** Whether the client may have a connection to the target; if so, nobody else may while it has. */
  admits(target: string, client: Socket): boolean {
    if (this.#used || this.#client !== undefined || target !== this.#target) return false;
    this.#client = client;
    client.once('close', () => {
      this.#client = undefined;
    });
    return true;
  }

  /** To be called before more than a TLS handshake goes up. */
  use(): void {
    this.#used = true;
  }
}
