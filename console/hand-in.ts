import { type Landing, NotSentError, type Tabs } from '../lib/tabs/index.ts';
import { type Client, type HandedIn, type NewSubmission, Refusal } from './client.ts';

export interface HandInOptions {
  readonly signal: AbortSignal;
  onWaiting(): void;
  /** Of what was handed in before, where a person wants the very same handed in once more. */
  readonly after?: HandedIn | undefined;
}

/**
 * Hands in once over all tabs of this browser: whatever is clicked twice, in whichever tabs, is one message. By its content, so
 * that what was corrected is another one; whether that may be sent is the ledger's business. Where no answer came it is
 * simply handed in again, since the ledger counts it once.
 * @throws NotSentError with the API's refusal as its cause, or an error of the locks: nothing was handed in
 */
export function handIn(
  tabs: Tabs,
  client: Client,
  submission: NewSubmission,
  { signal, onWaiting, after }: HandInOptions,
): Promise<Landing<HandedIn>> {
  const content = JSON.stringify(submission);
  // All tabs that want it once more after the same answer want one thing.
  const again = after && (after.queued ? after.messageId : `${after.key} ${after.phase}`);
  const key = again === undefined ? content : `${content} again after ${again}`;
  const send = ({ signal: held }: { readonly signal: AbortSignal }) =>
    client.submit(submission, held).catch((error: unknown) => {
      const isNo = error instanceof Refusal && error.status < 500;
      throw isNo ? new NotSentError(error.message, { cause: error }) : error;
    });
  return tabs.singleFlight(key, send, { payload: content, signal, onWaiting });
}
