/** How a reason or an error names the evidence, where there is no outcome to hold it. */

const NOTE = / ?\(evidence: ([^)]*)\)/;

export function withEvidence(text: string, evidence: string | undefined): string {
  return evidence === undefined ? text : `${text} (evidence: ${evidence})`;
}

/** For those who are not to see where it lies. */
export function withoutEvidence(text: string): string {
  return text.replace(NOTE, '');
}

/** Where it lies. */
export function evidenceIn(text: string): string | undefined {
  return NOTE.exec(text)?.[1];
}
