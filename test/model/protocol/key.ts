/** One text for all worlds that differ in names only: of tokens, of workers, of messages with the same data. */
import type { Ledger, Step } from '../ledger-model.ts';
import type { Worker, World } from './world.ts';

/** Between lists, whose lengths differ. */
const END = 0;
const wordCodes = new Map<string, number>();

/** A character for each word: worlds are told apart by the million, and short texts are told apart quickly. */
function codeOf(word: string): number {
  const code = wordCodes.get(word);
  if (code !== undefined) return code;
  wordCodes.set(word, wordCodes.size + 1);
  return wordCodes.size;
}

export function keyOf(world: World): string {
  const { ledger, replica, messages, past } = world;
  const codes: number[] = [];
  const tokens: string[] = [''];
  /** By the order in which they are met; the data of a token stays. */
  const addToken = (token: string) => {
    let nth = tokens.indexOf(token);
    if (nth < 0) nth = tokens.push(token) - 1;
    codes.push(nth === 0 ? 1 : 2 * nth + (token[0] === 'A' ? 0 : 1));
  };
  const addWord = (word: string) => codes.push(codeOf(word));
  const addSorted = (words: readonly string[]) => {
    if (words.length === 1) addWord(words[0] ?? '');
    else if (words.length > 1) for (const word of [...words].sort()) addWord(word);
    codes.push(END);
  };
  const addLedger = (of: Ledger) => {
    addWord(of.phase);
    addWord(of.data);
    for (const token of [of.owner, of.holder, of.armedBy, of.settledBy]) addToken(token);
    codes.push(of.overdue ? 2 : 1);
    addSorted(of.refused);
  };
  const addStep = (of: Step | undefined) => {
    if (of !== undefined) {
      addWord(of.do);
      if ('token' in of) addToken(of.token);
      if (of.do === 'settle') addWord(of.as);
      if (of.do === 'resolve') {
        addToken(of.judged);
        addWord(of.verdict);
        addWord(of.look);
      }
    }
    codes.push(END);
  };

  addLedger(ledger);
  const numbers: number[] = [];
  for (const worker of sorted(world.workers)) {
    const { at, data, as, onward, judged, fresh, message } = worker;
    if (at === 'idle') continue;
    let nth = numbers.indexOf(message);
    if (nth < 0) nth = numbers.push(message) - 1;
    for (const word of [at, data, as, onward]) addWord(word);
    addToken(worker.token);
    addToken(judged);
    codes.push(1 + nth * 4 + (messages[message]?.queued ? 2 : 0) + (fresh ? 1 : 0));
  }
  codes.push(END);
  // Of the messages that no worker has, only how many there are of each data.
  addSorted(messages.filter(({ queued }, nth) => queued && !numbers.includes(nth)).map(({ data }) => data));
  addSorted(world.parked);
  addSorted(past.settled);
  addSorted(past.refused);
  codes.push(
    1 + world.redrives,
    1 + world.entries,
    1 + (past.refusedSent ? 1 : 0) + (past.wrongArming ? 2 : 0),
  );
  for (const token of world.flights.length > 1 ? [...world.flights].sort() : world.flights) addToken(token);
  codes.push(END);
  addStep(world.late);
  addStep(world.person);
  if (replica === ledger) codes.push(1);
  else if (replica) addLedger(replica);
  if (world.failedOver) codes.push(1);
  return String.fromCharCode(...codes);
}

function sorted(workers: readonly Worker[]): readonly Worker[] {
  const [one, other] = workers;
  if (workers.length === 2 && one && other) return before(one, other) <= 0 ? workers : [other, one];
  return [...workers].sort(before);
}

function before(one: Worker, other: Worker): number {
  return (
    codeOf(one.at) - codeOf(other.at) ||
    codeOf(one.data) - codeOf(other.data) ||
    codeOf(one.as) - codeOf(other.as)
  );
}
