/** Data that each form of the gallery takes: the same for the same number, of different identities for different ones. */
import { Buffer } from 'node:buffer';

type Data = Readonly<Record<string, unknown>>;

const NAMES = ['Ayu Wulandari', 'Budi Santoso', 'Citra Lestari', 'Dewi Anggraini', 'Eko Prasetyo'];
const nameOf = (nth: number) => NAMES[nth % NAMES.length] ?? '';
const digits = (nth: number, length: number) => String(nth + 1).padStart(length, '0');
const emailOf = (nth: number) => `visitor-${nth + 1}@example.org`;
/** Texts as people write them: accents, quotes, signs that HTML and addresses have other uses for, two lines. */
const TEXT = `Salam — "good day" & <hello>,\n50 % more + ünïcödé = ok?`;

export const SAMPLES: Readonly<Record<string, (nth: number) => Data>> = {
  contact: (nth) => ({
    name: nameOf(nth),
    email: emailOf(nth),
    topic: 'wholesale',
    message: TEXT,
    newsletter: nth % 2 === 0,
  }),
  auction: (nth) => ({
    lot: 'lot-17',
    bidder: `7${digits(nth, 3)}`,
    amount: 2_000_000 + nth,
    payment: 'card',
  }),
  registration: (nth) => ({
    nationalId: `317401410790${digits(nth, 4)}`,
    fullName: nameOf(nth),
    birthDate: '1990-07-01',
    province: '31',
    city: 'Jakarta Selatan',
    district: '317407',
    address: 'Jl. Melati 7 / RT 03',
  }),
  jobs: (nth) => ({
    position: 'engineer',
    fullName: nameOf(nth),
    email: emailOf(nth),
    contract: 'full',
    salary: 25,
    startDate: '2027-02-01',
    letter: TEXT,
    cv: { name: `cv ${nth + 1} (ayü).pdf`, type: 'application/pdf', base64: pdf(nth).toString('base64') },
  }),
  visa: (nth) => ({
    surname: 'Jansen',
    givenNames: `Anna ${nth + 1}`,
    nationality: 'NL',
    passport: `NL${digits(nth, 6)}`,
    validUntil: '2031-05-30',
    entries: 'multiple',
    purpose: 'business',
    arrival: '2027-03-14',
    days: 21,
    address: 'Hotel Melati,\nJl. Raya Kuta 1',
    email: emailOf(nth),
  }),
  members: (nth) => ({
    email: emailOf(nth),
    password: 'melati-2026',
    course: 'saman',
    shirt: 'M',
    begins: '2027-01',
  }),
  tickets: (nth) => ({
    event: 'jakarta-jazz',
    category: 'tribune',
    count: 2,
    buyer: nameOf(nth),
    email: emailOf(nth),
    phone: `+62812${digits(nth, 7)}`,
  }),
  spa: (nth) => ({
    name: nameOf(nth),
    phone: `+62813${digits(nth, 7)}`,
    beach: 'Parangtritis',
    days: ['sun'],
    about: 'I like the sea & "quiet" mornings.',
  }),
  pay: (nth) => ({
    invoice: 'don-250',
    holder: nameOf(nth),
    card: `424242424242${digits(nth, 4)}`,
    expiry: '11/29',
    cvc: '737',
  }),
  survey: (nth) => ({ ticket: `KC${digits(nth, 6)}`, comfort: 4, staff: 3, remark: TEXT }),
  appointments: (nth) => ({
    patient: `${nameOf(nth)} ${nth + 1}`,
    doctor: 'hadi',
    day: '2027-01-11',
    time: '09:30',
  }),
  orders: (nth) => ({ way: 'fetch', table: nth + 1, dish: 'rendang', portions: 2 }),
};

/** Every byte value, so that nothing on the way may take it for text. */
function pdf(nth: number): Buffer {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.concat([Buffer.from(`%PDF-1.7\n% ${nth}\n`), ...Array.from({ length: 40 }, () => bytes)]);
}
