import type { Evidence } from '../../lib/senders/evidence.ts';

export const noEvidence: Evidence = {
  placeOf: () => undefined,
  keep: async () => {},
  placeOfText: () => undefined,
  keepText: async () => {},
};
