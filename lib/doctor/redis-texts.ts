/** Why ElastiCache Serverless cannot be the ledger, and what to take in its place. */
export const SERVERLESS =
  'ElastiCache Serverless, which cannot be the ledger: it is always in cluster mode, and always evicts (volatile-lru), so ' +
  'that it forgets what was sent. Take a node-based ElastiCache with cluster mode disabled and noeviction (stage ' +
  'parameter redis "create" makes one)';
