/** The options that say which stage is meant, for `parseArgs`. */
export const STAGE_OPTIONS = {
  stage: { type: 'string' as const, default: 'local' },
  param: { type: 'string' as const, multiple: true as const, default: [] as string[] },
};
