import type { Candidate } from './candidate.ts';
import type { DryClick } from './dry-click.ts';
import type { Field } from './field.ts';

/** Why the sender `http` will not do, as far as the form itself tells, in plain words. */
export function whyNotHttp(
  candidate: Candidate,
  fields: readonly Field[],
  click: DryClick | undefined,
  { asked, text }: Pick<PageSigns, 'asked' | 'text'>,
): string[] {
  const { tag, frame } = candidate;
  const submission = click?.submission;
  const named = (all: readonly Field[]) => all.map(({ label }) => `"${label}"`).join(', ');
  const cascading = fields.filter(({ key }) => click?.fill.cascading.includes(key));
  const drawn = fields.filter(({ control }) => !['input', 'select', 'textarea'].includes(control.tag));
  const nameless = fields.filter((field) => field.control.name === '' && !drawn.includes(field));
  const challenge = challengeIn(asked);
  return [
    ...(isLogin(fields) ? ['it is a login, and the form is behind it'] : []),
    ...(goesOn(candidate, text) ? ['the form goes on over more pages'] : []),
    ...(submission === undefined ? ['which request its click makes could not be seen'] : []),
    ...(challenge === undefined ? [] : [`a challenge runs in it (${challenge})`]),
    ...(frame === 0 ? [] : ['it stands in a frame']),
    ...(tag === undefined ? ['its controls are in no <form>'] : []),
    ...(tag?.inShadow ? ['it stands in a shadow root, which a script builds'] : []),
    ...(tag?.method === 'get' && submission?.load !== 'script' ? ['it submits by GET'] : []),
    ...(tag?.enctype === 'text/plain' ? ['it is sent as text/plain'] : []),
    ...(submission?.load === 'script' ? [`a script sends it (${submission.type || 'no content type'})`] : []),
    ...(cascading.length > 0 ? [`the choices of ${named(cascading)} load after another choice`] : []),
    ...(drawn.length > 0 ? [`a script draws ${named(drawn)}`] : []),
    ...(nameless.length > 0 ? [`${named(nameless)} has no name, so that only a script can send it`] : []),
  ];
}

const GOES_ON = /^(?:next|continue|proceed|lanjut\w*|berikutnya)\b/i;
const CHALLENGES =
  /recaptcha|hcaptcha|turnstile|challenges\.cloudflare|arkoselabs|funcaptcha|geetest|captcha-delivery|datadome/i;
const CAPTCHA_LABEL = /captcha|characters (?:you see|in the)|not a robot/i;

const challengeIn = (asked: readonly string[]) =>
  asked.map((url) => CHALLENGES.exec(url)?.[0]).find((found) => found !== undefined);

export interface PageSigns {
  readonly status: number;
  readonly text: string;
  readonly candidates: readonly Candidate[];
  readonly candidate: Candidate;
  readonly fields: readonly Field[];
  readonly click: DryClick | undefined;
  /** Everything that the page asked for. */
  readonly asked: readonly string[];
  /** The sender http does; then no script of the page runs. */
  readonly isPlain: boolean;
}

/** Why a person is needed before this form can be submitted by a definition, in plain words; empty where none is. */
export function whyAPerson(signs: PageSigns): string[] {
  const { candidates, candidate, fields, click, text, status } = signs;
  const reasons: string[] = [];
  const say = (when: boolean, what: string) => {
    if (when) reasons.push(what);
  };
  const challenge = challengeIn(signs.asked);
  const captcha = fields.find(({ label, control }) => CAPTCHA_LABEL.test(`${label} ${control.name}`));
  const named = (all: readonly Field[]) => all.map(({ label, key }) => `"${label || key}"`).join(', ');
  const keys = (all: readonly Field[]) => all.map(({ key }) => `"${key}"`).join(', ');
  const unlabelled = fields.filter((field) => field.unlabelled);
  const lost = fields.filter(({ find, members }) => find === undefined && members.length === 1);
  const readOnly = fields.filter(({ control }) => control.readOnly);
  const alike = candidates.filter(
    (one) => one !== candidate && one.fields.length * 2 >= candidate.fields.length,
  );

  say(status >= 400, `the page answered ${status}`);
  say(challenge !== undefined, `the page has a challenge that only people may pass (${challenge})`);
  say(captcha !== undefined, `"${captcha?.label}" asks for what only a person can read`);
  say(
    isLogin(fields),
    'this is a login: the form itself is behind it. Log in within fill, and declare the login in drafts',
  );
  say(
    goesOn(candidate, text),
    'the form goes on over more pages, which were not seen: click through them in fill, and declare what each of them sends in drafts',
  );
  say(
    alike.length > 0,
    `there are ${alike.length + 1} forms of about the same size; this is about the ${candidate.tag ? 'largest' : 'fields that are in none'}`,
  );
  say(unlabelled.length > 0, `no label says what ${keys(unlabelled)} is for: look, and name it`);
  say(lost.length > 0, `no sure way to find ${named(lost)}`);
  say(readOnly.length > 0, `${named(readOnly)} is read-only: a script fills it in, perhaps from a calendar`);
  say(candidate.submit === undefined, 'no control looks like the one that submits');
  if (click !== undefined) reasons.push(...ofTheClick(click, signs.isPlain));
  return reasons;
}

function ofTheClick({ fill, requests, submission, invalid }: DryClick, isPlain: boolean): string[] {
  const early = isPlain ? [] : requests.filter(({ when }) => when === 'filling');
  const drafts = [...new Set(early.map(({ method, url }) => `${method} ${new URL(url).pathname}`))];
  const bare = submission !== undefined && submission.carries === 0;
  return [
    ...fill.unfilled.map(({ field, why }) => `"${field.label || field.key}" could not be filled in: ${why}`),
    ...(drafts.length > 0
      ? [
          `while it was filled in, the page wanted to send ${drafts.join(', ')}: declare it in drafts if it is harmless`,
        ]
      : []),
    ...(submission === undefined
      ? [
          `the click led to no request${invalid.length > 0 ? `: the page does not accept ${invalid.join(', ')}` : ''}`,
        ]
      : []),
    ...(bare
      ? [
          `the click led to ${submission.method} ${new URL(submission.url).pathname}, which carries nothing of what was filled in: perhaps not the submission yet`,
        ]
      : []),
  ];
}

const isLogin = (fields: readonly Field[]) =>
  fields.some(({ control }) => control.type === 'password') && fields.length <= 3;

/** This is the first of several pages: its button says so, or it counts its steps. */
function goesOn(candidate: Candidate, text: string): boolean {
  return GOES_ON.test(buttonOf(candidate)?.label ?? '') || /\bstep \d+ of \d+\b/i.test(text);
}

export function buttonOf({ buttons, submit }: Candidate) {
  return buttons.find(({ nth }) => nth === submit)?.control;
}
