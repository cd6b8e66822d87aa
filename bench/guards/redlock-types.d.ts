/** Its own types are not exported by its package.json. What the benchmark uses of them. */
declare module 'redlock' {
  interface Lock {
    release(): Promise<unknown>;
  }
  export default class Redlock {
    constructor(clients: Iterable<import('ioredis').Redis>, settings?: { readonly retryCount?: number });
    acquire(resources: string[], durationMs: number): Promise<Lock>;
  }
}
