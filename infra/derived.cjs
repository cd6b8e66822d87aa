/** What follows from stage parameters, so that it cannot contradict them. */
module.exports = async ({ resolveVariable }) => {
  const timeoutSeconds = Number(await resolveVariable('param:workerTimeoutSeconds'));
  return {
    // SQS allows 12 hours.
    visibilitySeconds: Math.min(6 * timeoutSeconds, 43_200),
  };
};
