/**
 * Which messages of a batch Lambda deletes after the function has answered. Lambda's rules for `ReportBatchItemFailures`:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */

/**
 * The ids of the messages that count as handled. All, when nothing is reported as failed. None, when the answer
 * cannot be trusted: not of the agreed shape, or with an id that is empty or not of this batch.
 */
export function handledIds(batchIds: readonly string[], answer: unknown): readonly string[] {
  if (answer === undefined || answer === null) return batchIds;
  if (typeof answer !== 'object' || Array.isArray(answer)) return [];
  const failures: unknown = 'batchItemFailures' in answer ? answer.batchItemFailures : undefined;
  if (failures === undefined || failures === null) return batchIds;
  if (!Array.isArray(failures)) return [];
  const failed = new Set(failures.map(itemIdentifier));
  for (const id of failed) {
    if (id === undefined || !batchIds.includes(id)) return [];
  }
  return batchIds.filter((id) => !failed.has(id));
}

function itemIdentifier(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null || !('itemIdentifier' in failure)) return undefined;
  return typeof failure.itemIdentifier === 'string' ? failure.itemIdentifier : undefined;
}
