/** How far any connection got, from least to most. */
export type Reach = 'none' | 'refused' | 'dns' | 'connect' | 'handshake' | 'tunnelled';

const LEAST_TO_MOST: readonly Reach[] = ['none', 'refused', 'dns', 'connect', 'handshake', 'tunnelled'];

/** The one of both that got further. */
export function further(one: Reach, other: Reach): Reach {
  return LEAST_TO_MOST.indexOf(other) > LEAST_TO_MOST.indexOf(one) ? other : one;
}
