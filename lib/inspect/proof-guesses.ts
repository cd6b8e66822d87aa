/**
 * What pages say after a form was sent, in general. Guesses: a person must replace them by what this target really says. None
 * is used that the form page itself says, since it would prove something that never happened.
 */

const SENT = '(?:registration|application|appointment|order|booking|bid|message|payment|request|entry)';
const NUMBERED =
  '(?:receipt|reference|confirmation|registration|application|appointment|booking|order|bid|ticket|payment)';

/** Sources of regular expressions without regard to case. */
const RECEIPT = [
  'thank you',
  'thanks for',
  'successful',
  'received your',
  `${SENT} (?:(?:is|was|has been) )?(?:complete|received|confirmed|accepted|placed|submitted|sent)`,
  `${NUMBERED} (?:no|number|code)\\b`,
  // Appointment AP-00017
  `${NUMBERED}\\W*[a-z]{1,4}-?\\d{3,}`,
  'you are (?:now )?(?:registered|enrolled|booked)',
  '"(?:ok|success)": ?true',
  'terima kasih',
  'berhasil',
];

/** A page that says this too is no receipt, whatever else it says. */
const NO_RECEIPT = [
  'already',
  'unfortunately',
  'sorry',
  'unsuccess',
  '"(?:ok|success)": ?false',
  'not (?:be|accept|complet|process|possible|available|valid|success)',
  'cannot',
  'could ?n',
  'unable',
  'fail',
  'error',
  'invalid',
  'reject',
  'declin',
  'sold out',
  'closed',
  'fully booked',
  'try again',
  'gagal',
  'maaf',
];

const ALREADY = ['already (?:been )?(?:registered|submitted|applied|booked|received)', 'sudah terdaftar'];

const REFUSED = [
  'sold out',
  'fully booked',
  '"(?:ok|success)": ?false',
  '(?:is|are|has|have)(?: now| been)* closed',
  'no longer available',
  '(?:is|are) (?:required|missing|invalid|not valid)',
  'was (?:rejected|declined)',
  'sudah ditutup',
];

const CHALLENGE = [
  'not a robot',
  'you are human',
  'captcha',
  '(?:log|sign) in to (?:continue|register|apply)',
];

export interface ProofGuesses {
  readonly receipt: Guess | undefined;
  readonly already: Guess | undefined;
  readonly refused: Guess | undefined;
  readonly challenge: Guess | undefined;
  /** Words that were left out, since the form page says them. */
  readonly leftOut: readonly string[];
}

export interface Guess {
  /** The sources of regular expressions: one that must be found, and one that must not. */
  readonly pattern: string;
  readonly unless?: string;
}

/** The guesses that say nothing about the page as it is before anything was sent. `texts`: all that it says, by each sender. */
export function guessProofs(texts: readonly string[]): ProofGuesses {
  const leftOut: string[] = [];
  const silent = (words: readonly string[]) =>
    words.filter((word) => {
      const found = texts
        .map((text) => new RegExp(word, 'i').exec(text)?.[0])
        .find((hit) => hit !== undefined);
      if (found !== undefined) leftOut.push(found);
      return found === undefined;
    });
  const guess = (words: readonly string[]) => {
    const kept = silent(words);
    return kept.length === 0 ? undefined : { pattern: kept.join('|') };
  };
  const receipt = guess(RECEIPT);
  return {
    receipt: receipt && { ...receipt, unless: NO_RECEIPT.join('|') },
    already: guess(ALREADY),
    refused: guess(REFUSED),
    challenge: guess(CHALLENGE),
    leftOut,
  };
}
