import Table from 'cli-table3';
import type { BodyPart } from '../../lib/inspect/body.ts';
import type { FieldError } from '../../lib/submission/errors.ts';
import type { HeldRequest, Trial } from './trial.ts';
import type { Submitted } from './try-submit.ts';

/** What a trial without its submit showed, for a person. Secrets are out already. */
export function trialAsText(name: string, trial: Trial): string {
  const { saidBefore, request, others, notReached, picture, steps, problem } = trial;
  const end = request
    ? `${name} would submit. It has not been submitted; with --submit this would have left:`
    : `${name} would not submit.`;
  return [
    end,
    ...(saidBefore
      ? ['', `The page says "${saidBefore.kind}" before anything is filled in: ${saidBefore.text}`]
      : []),
    ...(problem === undefined ? [] : ['', `Why not: ${problem}`]),
    ...(request ? ['', ...requestLines(request)] : []),
    '',
    others.length > 0
      ? 'Other requests that might have changed something:'
      : 'No other request might have changed something.',
    ...others.map(({ method, url, fate }) => `  ${method} ${url}  ${fate}`),
    ...(notReached.length > 0 ? [`Asked for, and not reached: ${notReached.join(', ')}`] : []),
    ...pictureLine(picture),
    `Time: ${steps.map(({ step, ms }) => `${step} ${ms} ms`).join(', ')}`,
  ].join('\n');
}

/** How a real submission ended, for a person. */
export function submittedAsText(name: string, { result, problem, traces, tookMs, sent }: Submitted): string {
  const outcome = result && 'outcome' in result ? result.outcome : undefined;
  const { request, evidence } = outcome ?? traces ?? {};
  const text = outcome?.text ?? (result && 'reason' in result ? result.reason : undefined) ?? problem ?? '';
  const status = outcome?.status === undefined ? '' : ` (status ${outcome.status})`;
  return [
    `${name}: ${MEANS[result?.kind ?? (sent ? 'failedAfter' : 'failedBefore')]}`,
    `  ${text}`,
    ...(outcome?.url === undefined ? [] : [`Said by ${outcome.url}${status}`]),
    ...(request ? [`Sent: ${request.method} ${request.url} at ${request.sentAt}, ${statusOf(request)}`] : []),
    ...(evidence === undefined ? [] : [`Kept as it was judged: ${evidence}`]),
    `Time: ${tookMs} ms`,
  ].join('\n');
}

const MEANS = {
  submitted: 'submitted. The receipt:',
  already: 'the target has it already.',
  refused: 'refused.',
  noProof: 'sent, but nothing proves what became of it. A worker would call this unknown.',
  unsent: 'not sent: no byte of it left.',
  expired: 'refused for a stale session or token. A worker would try once more.',
  notOpenYet: 'not open yet.',
  failedBefore: 'not sent.',
  failedAfter: 'sent, and then something went wrong. Look at the target before you try again.',
} as const;

const statusOf = ({ status, tookMs }: { readonly status?: number; readonly tookMs?: number }) =>
  status === undefined ? 'no answer' : `answered ${status} after ${tookMs} ms`;

/** What is wrong with the data, field by field. */
export function wrongDataAsText(name: string, message: string, errors: readonly FieldError[]): string {
  return [
    `${name}: ${message}`,
    ...errors.map(({ field, message: what }) => `  ${field === '' ? '(all)' : field}: ${what}`),
  ].join('\n');
}

function requestLines({ method, url, headers, cookies = [], body }: HeldRequest): string[] {
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]): BodyPart => ({ name, value }));
  return [
    `${method} ${origin}${pathname}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(cookies.length > 0 ? [`  cookie: ${cookies.join(', ')} (values not shown)`] : []),
    ...(query.length > 0 ? [partTable('query', query)] : []),
    ...bodyLines(body),
  ];
}

function bodyLines(body: HeldRequest['body']): string[] {
  switch (body.kind) {
    case 'none':
      return ['(no body)'];
    case 'fields':
      return [partTable('field', body.parts)];
    case 'json':
      return [JSON.stringify(body.json, null, 2)];
    case 'text':
      return [body.text];
    case 'bytes':
      return [`(${body.bytes} bytes of ${body.type || 'no type'})`];
    default:
      return body satisfies never;
  }
}

function partTable(head: string, parts: readonly BodyPart[]): string {
  const table = new Table({
    head: [head, 'value'],
    style: { head: [], border: [] },
    colWidths: [30, 76],
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  for (const { name, value, file } of parts) {
    table.push([name, file ? `file ${file.name} (${file.type}, ${file.bytes} bytes)` : (value ?? '')]);
  }
  return table.toString();
}

function pictureLine(picture: Trial['picture']): string[] {
  if (picture === undefined) return [];
  return ['file' in picture ? `Picture after the fill: ${picture.file}` : `No picture: ${picture.why}`];
}
