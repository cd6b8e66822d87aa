/** What the demo sends: 24 messages for 8 identities. */

export interface Submission {
  readonly userId: string;
  readonly eventId: string;
  readonly fullName: string;
  readonly email: string;
  readonly seats: number;
}

/** The one that the target refuses. */
export const SOLD_OUT: Submission = person('u-107', 'Gita Lestari', 'sold-out-gala');

/** The seven that the target accepts. One person at two events is two identities. */
export const ACCEPTED: readonly Submission[] = [
  person('u-101', 'Ayu Wulandari', 'jakarta-run'),
  person('u-101', 'Ayu Wulandari', 'bali-expo'),
  person('u-102', 'Budi Santoso', 'jakarta-run'),
  person('u-103', 'Citra Dewi', 'surabaya-jazz'),
  person('u-104', 'Dimas Pratama', 'bali-expo'),
  person('u-105', 'Eka Nugraha', 'surabaya-jazz'),
  person('u-106', 'Fajar Hidayat', 'jakarta-run'),
];

const BURST = 6;
const [burst] = ACCEPTED;
const others = ACCEPTED.slice(1);

/** Sent at once: a burst of duplicates, one message each for the others, and two that cannot be worked on. */
export function firstWave(): unknown[] {
  return [
    ...Array.from({ length: BURST }, () => message(burst)),
    ...others.map(message),
    message(SOLD_OUT),
    '{"form":"event-registration","data":{"userId":"u-108",',
    { ...message(ACCEPTED[2]), form: 'hotel-booking' },
  ];
}

/** Sent once the target has all entries: what a nervous sender sends again. */
export function secondWave(): unknown[] {
  return [...ACCEPTED, SOLD_OUT, others[0]].map(message);
}

function message(data: Submission | undefined): object {
  return { form: 'event-registration', data, createdAt: new Date().toISOString() };
}

function person(userId: string, fullName: string, eventId: string): Submission {
  const email = `${fullName.toLowerCase().replace(' ', '.')}@example.com`;
  return { userId, eventId, fullName, email, seats: 1 };
}

export function identityOf({
  userId,
  eventId,
}: {
  readonly userId: string;
  readonly eventId: string;
}): string {
  return `${userId} at ${eventId}`;
}
