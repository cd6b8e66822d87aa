/** Every number of lib/doctor, with its unit in its name. Tests pass smaller ones. */
export const limits = {
  /** For one probe. What takes longer than this does not work, whatever comes of it. */
  probeTimeoutMs: 3_000,
  /** For a name, a connection and TLS together: less than the probe, so that it can still say which of them it was. */
  reachTimeoutMs: 2_500,
  /** For a connection to Redis that was just seen to be possible, and for each command on it. */
  redisTimeoutMs: 2_000,
  /** Chromium is extracted once for each machine: 2 s on a fast CPU, several on a fraction of a slow one. */
  extractTimeoutMs: 20_000,
} as const;

export type Limits = { readonly [name in keyof typeof limits]: number };

/** After this a person wants to know what is being waited for. */
export const progressAfterMs = 2_000;

/** Of Redis' memory: as the alarm. A full Redis takes no submissions. */
export const fullShare = 0.75;
/** Whatever comes in must fit into the parking queue, with its reason: two attributes of 4 kB, and room. */
export const parkingRoomBytes = 16_384;
