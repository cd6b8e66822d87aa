import type { Judgement } from '../form/proof.ts';

/** 5xx. The target itself does not know how far it got: it may have recorded the submission before it failed. */
export const isServerError = ({ status }: { readonly status: number }): boolean => status >= 500;

/**
 * A failure that a server error tells, or half a page. Whatever box the page shows it in, it does not prove that nothing was
 * accepted; and the other half may hold the receipt.
 */
export function isDoubtful(
  judgement: Judgement,
  of: { readonly status: number; readonly whole: boolean },
): boolean {
  const isSuccess = judgement.kind === 'submitted' || judgement.kind === 'already';
  return !isSuccess && (isServerError(of) || !of.whole);
}
