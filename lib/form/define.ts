import type { Locator, Page } from 'playwright-core';
import type { z } from 'zod';
import type { Limits } from '../submission/ports.ts';
import type { Answer } from './answer.ts';
import type { FileData } from './file.ts';

/** The text that proves it, or nothing. */
export type Proof = (answer: Answer) => string | undefined;

/** Which request: method and path (of the URL, without the query). */
export interface RequestPattern {
  readonly method: string;
  readonly path: string | RegExp;
}

/** What a page can be loaded without. Not styles and scripts: they decide what a person sees, and what is sent. */
export const BLOCKABLE = ['image', 'font', 'media'] as const;
export type Blockable = (typeof BLOCKABLE)[number];

/** How the form finds out what became of a submission whose answer was lost. Sends nothing. */
export interface Verify<Data> {
  url(data: Data): string;
  /** `landed` with what proves it, `absent` only if the page would show it were it there, else `undefined`. */
  judge(answer: Answer, data: Data): { readonly landed: string } | 'absent' | undefined;
}

/** What every form has, whoever sends it. */
interface CommonDefinition<Fields extends z.ZodObject> {
  /** Lower-case letters, digits and dashes; part of every key, so never rename it. */
  readonly name: string;
  /** Host names that the page and its parts may reach; `*.example.org` for subdomains. Nothing else can be reached. */
  readonly allow: readonly string[];
  /** Validates messages. Unknown fields are refused where it is a `z.strictObject`. */
  readonly fields: Fields;
  /** The fields that make a submission unique. */
  readonly identity: readonly (keyof z.input<Fields> & string)[];
  /** Where the form is; its host must be in `allow`. */
  url(data: z.output<Fields>): string;
  /**
   * Fields whose values are shown to nobody: taken out of records, logs and what a parked message is told, and hidden in
   * pictures and pages that are kept. Top-level names; everything below one is secret too. The parked message itself keeps its data.
   *
   * A secret may be part of `identity`, which is kept as a hash only; but without a pepper on the stage a short one can be
   * guessed from that. A value that the target writes anew (a date in words, half of a number) is not recognised.
   */
  readonly secret?: readonly (keyof z.input<Fields> & string)[];
  /** What people see in lists. Make it of other fields: a secret in it becomes `…`. */
  label(data: z.output<Fields>): string;

  /** The target accepted it. */
  readonly receipt: Proof;
  /** The target says that it has it already. */
  readonly already?: Proof;
  /** The target refused it for certain because of a stale session or token: one fresh try follows. */
  readonly expired?: Proof;
  /** Refused for certain because it is too early: tried again later. */
  readonly notOpenYet?: Proof;
  /** The target refused it for good: sold out, closed, invalid. */
  readonly refused?: Proof;
  /** A CAPTCHA or login wall before the submit: a person must look. */
  readonly challenge?: Proof;
  /**
   * The page says to wait, before it is filled: a queue, maintenance. A browser keeps the page open, which goes on by itself,
   * until it says so no longer; where it still does after `timeouts.waitingMs`, and with the sender `http` at once, the
   * submission is tried again later, as with `notOpenYet`.
   */
  readonly waiting?: Proof;

  readonly verify?: Verify<z.output<Fields>>;
  /** Requests may be under way for so long after their sender died, milliseconds. */
  readonly flightGraceMs?: number;
  /** What the target is to be spared: runs at the same time, submitting requests in any minute. */
  readonly limits?: Limits;
  readonly timeouts?: {
    readonly navigationMs?: number;
    readonly actionMs?: number;
    readonly proofMs?: number;
    /** For as long as `waiting` matches; as long as a page may take to load (`navigationMs`) where nothing is said. */
    readonly waitingMs?: number;
  };
}

/** The definition of a form that is filled in Chromium, with Playwright's own page and locators. */
export interface FormDefinition<Fields extends z.ZodObject = z.ZodObject> extends CommonDefinition<Fields> {
  /**
   * `direct`, which is meant where nothing is said: the engine sends the held request itself, with the browser's headers. Always
   * right, unless the target insists on the browser's own TLS and HTTP fingerprint, or speaks HTTP/2 only.
   *
   * `browser`: the browser sends it, on a connection of its own, while everything else that the page asks for waits. (What is
   * under way, a poll or a WebSocket, is broken off.) Not for a form that submits into a new tab: it is parked.
   */
  readonly sender?: 'direct' | 'browser';
  /** Fills the page; must not submit. */
  fill(page: Page, data: z.output<Fields>): Promise<void>;
  /** The control that submits. The engine clicks it, so that it can hold the request back. */
  submit(page: Page): Locator;
  /** The submitting request, where it is not a page load by POST. */
  readonly submission?: RequestPattern;
  /** Requests other than GET that may leave before the submit: logins, cascades, saved drafts. */
  readonly drafts?: readonly RequestPattern[];
  /**
   * What the page is loaded without. Faster where it is heavy; its picture lacks it too. Not for a page whose scripts wait for it, or
   * that tells by an image what became of the submission.
   */
  readonly block?: readonly Blockable[];
  readonly http?: never;
}

/** What goes into a control: a list where several have the same name, or several are chosen. */
export type HttpValue = string | number | FileData | readonly string[] | readonly FileData[];

/** A form as it stands in the page's HTML. */
export interface HttpSubmit<Data> {
  /** The `<form>`, as a CSS selector that matches nothing else. It must submit by POST. */
  readonly form: string;
  /**
   * What a person would fill in, by the names of the controls. Whatever is not named here goes as the page has it: hidden fields
   * and tokens, what is selected or checked. `[]` unchecks; a file is `{ name, type, base64 }`. Where the form has several buttons, name the one to press, with
   * its value. A name or choice that the page does not have is an error, before anything is sent.
   */
  values(data: Data): Readonly<Record<string, HttpValue | undefined>>;
}

/**
 * The definition of a plain HTML form that needs no browser: its page is fetched, and what the browser would send is sent. No script
 * of the page runs, and no style sheet is read: what only these hide is seen by the proofs.
 */
export interface HttpFormDefinition<Fields extends z.ZodObject = z.ZodObject>
  extends CommonDefinition<Fields> {
  readonly sender: 'http';
  readonly http: HttpSubmit<z.output<Fields>>;
  readonly fill?: never;
  readonly submit?: never;
  readonly submission?: never;
  readonly drafts?: never;
  readonly block?: never;
}

/** Forms whose fields the engine need not know. Methods are bivariant, so any definition fits. */
export type BrowserForm = FormDefinition<z.ZodObject>;
export type HttpForm = HttpFormDefinition<z.ZodObject>;
export type Form = BrowserForm | HttpForm;

/** Types a form's methods from its fields. */
export function defineForm<Fields extends z.ZodObject>(
  definition: FormDefinition<Fields> | HttpFormDefinition<Fields>,
): Form {
  return definition as unknown as Form;
}
