import type { Channel, Clock, Message, Page } from './ports.ts';

export const browserClock: Clock = {
  epochMs: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The page of this script; in a worker, one that never ends. */
export function browserPage(): Page {
  const page = globalThis.document as Document | undefined;
  return {
    hidden: () => page?.visibilityState === 'hidden',
    onLeave: (callback) => both(on(page && globalThis, 'pagehide', callback), on(page, 'freeze', callback)),
    onReturn: (callback) => both(on(page && globalThis, 'pageshow', callback), on(page, 'resume', callback)),
    onVisibility: (callback) => on(page, 'visibilitychange', callback),
  };
}

/** To the other tabs and workers of the origin. Where there is no BroadcastChannel, nobody hears anything. */
export function browserChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') {
    return { post: () => undefined, listen: () => () => undefined };
  }
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(callback) {
      const onMessage = ({ data }: MessageEvent<Message>) => callback(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

function on(target: EventTarget | undefined, event: string, callback: () => void): () => void {
  target?.addEventListener(event, callback);
  return () => target?.removeEventListener(event, callback);
}

const both = (one: () => void, other: () => void) => () => {
  one();
  other();
};
