/** `docs/scale.md`: what a million submissions a day take, computed from what was measured. */
import type { Results } from './results.ts';

const DAY_SECONDS = 86_400;
const A_DAY = 1_000_000;
const BURST_A_MINUTE = 10_000;
/** As docs/design.md has it. */
const SWEEP = { everyMinutes: 5, records: 500_000, seconds: 20 };
/** As serverless.yml has it. */
const MEMORY_GB = 2;
const RETENTION_DAYS = 30;
const HEARTBEAT_SECONDS = 4;
/** List prices of us-east-1, as in docs/deploy.md; US dollars. */
const PRICES = { gbSecond: 0.0000166667, queueCall: 0.0000004, natGb: 0.045 };
/** Of the heavy page. */
const HEAVY_MB = 7;
/** Of a NAT gateway, to one destination; of an SQS queue. */
const NAT_CONNECTIONS = 55_000;
const IN_FLIGHT = 120_000;
const MOST_DEFERRED_MINUTES = 15;

const NEEDED = [
  'lightMs',
  'heavyMs',
  'slowMs',
  'slowBatch4Ms',
  'slowNaiveMs',
  'lightHttpMs',
  'heavyConnections',
  'recordBytes',
  'packedRecordBytes',
  'redisScriptsOfSubmission',
  'redisCpuMsOfSubmission',
  'redisCpuMsOfDuplicate',
  'queueCallsOfSubmission',
] as const;
type Figures = Readonly<Record<(typeof NEEDED)[number], number>>;

/** The text of the page; undefined where the sections `submission` and `scale` have not been measured. */
export function scalePageOf(results: Results): string | undefined {
  const sections = [results.submission, results.scale];
  const all = Object.assign({}, ...sections.map((section) => section?.result.figures));
  if (NEEDED.some((name) => all[name] === undefined)) return undefined;
  const days = [...new Set(sections.map((section) => section?.measuredAt.slice(0, 10)))].join(' and ');
  return textOf(all, days);
}

function textOf(figures: Figures, measured: string): string {
  const rate = A_DAY / DAY_SECONDS;
  const burst = BURST_A_MINUTE / 60;
  const ways = [
    ['light page', figures.lightMs],
    ['heavy page', figures.heavyMs],
    ['target that takes 3 s', figures.slowMs],
    ['the same, batches of 4', figures.slowBatch4Ms],
    ['light page, sender `http`', figures.lightHttpMs],
    ['for comparison: target that takes 3 s, naive worker', figures.slowNaiveMs],
  ] as const;
  const rows = ways.map(([what, ms]) => {
    const gbSeconds = (A_DAY * MEMORY_GB * ms) / 1_000;
    const cells = [ms, (rate * ms) / 1_000, (burst * ms) / 1_000, gbSeconds * PRICES.gbSecond];
    return `| ${what} | ${cells.map(round).join(' | ')} |`;
  });
  const scripts = figures.redisScriptsOfSubmission;
  const recordGb = (days: number, bytes = figures.recordBytes) => round((bytes * A_DAY * days) / 1e9);
  const redisASecond = 1_000 / figures.redisCpuMsOfSubmission;
  const connections = (burst * figures.heavyMs * figures.heavyConnections) / 1_000;
  const inFlight = (burst * figures.slowMs) / 1_000;
  const calls = figures.queueCallsOfSubmission + 1;

  return `# Scale

On paper: what a million submissions a day take, and 10,000 within a minute. Computed from what [benchmarks.md](benchmarks.md)
measured (sections \`submission\` on one CPU and \`scale\`, ${measured}, on one machine and not on AWS), and written by \`npm run bench\`.
Limits and prices are AWS' (us-east-1, without the free tier): look them up before you rely on them.

1,000,000 a day / 86,400 s = ${round(rate)} a second. 10,000 a minute / 60 s = ${round(burst)} a second.

## Lambda

Environments at once = submissions a second x seconds of an invocation for each. Dollars = 1,000,000 x ${MEMORY_GB} GB x seconds x ${PRICES.gbSecond}.

| of | ms for each | environments, a million a day | environments, 10,000 a minute | dollars a day |
| --- | --: | --: | --: | --: |
${rows.join('\n')}

- **The first limit is \`maxConcurrency\`**, 10 by default, 1,000 at most. In AWS one queue feeds at most 1,250 invocations at once, begins
  with 5 and adds 300 a minute; an account has 1,000 unless it asks for more. A burst that needs ${round((burst * figures.slowMs) / 1_000)} environments has them after
  ${round((burst * figures.slowMs) / 1_000 / 300)} minutes; until then it waits in the queue, which loses nothing.
- Batches share an environment while the target makes them wait: they are the cheapest way to more throughput where the target is slow.

## Redis

- **Commands.** ${round(scripts)} scripts for a submission (and one more every ${HEARTBEAT_SECONDS} s that it takes): ${round(scripts)} x ${round(rate)} = ${round(scripts * rate)} a second for a million a day,
  ${round(scripts * burst)} in the burst. They took ${round(figures.redisCpuMsOfSubmission)} ms of Redis' one thread for a submission and ${round(figures.redisCpuMsOfDuplicate)} ms for a duplicate: 1,000 / ${round(figures.redisCpuMsOfSubmission)} =
  ${round(redisASecond)} submissions a second before that thread is full.
- **Memory.** A settled record takes ${round(figures.recordBytes)} bytes, for \`ledgerRetentionDays\`: ${round(figures.recordBytes)} x 1,000,000 x ${RETENTION_DAYS} = **${recordGb(RETENTION_DAYS)} GB**. This is what outgrows the
  default \`cache.t4g.small\` (1.4 GB) first. With shorter queues (\`queueRetentionDays\` 1, \`parkingRetentionDays\` 1) 3 days are enough: ${recordGb(3)} GB.
  A Redis of one's own may pack records: with \`hash-max-listpack-value\` 1024 in place of 64 one takes ${round(figures.packedRecordBytes)} bytes, so ${recordGb(RETENTION_DAYS, figures.packedRecordBytes)} and ${recordGb(3, figures.packedRecordBytes)} GB.
- One primary. The scripts touch a submission's keys and its form's, which lie in different slots, so cluster mode does not spread them.
- The sweep reads every record each ${SWEEP.everyMinutes} minutes, ${SWEEP.records.toLocaleString('en')} in about ${SWEEP.seconds} s: 3 million, of three days, take the ${(SWEEP.seconds * 3_000_000) / SWEEP.records} s that it has, and those of
  thirty days do not fit. **Beyond that it does not see all of them.** What it raises (armed, and no message comes for it any more) then
  waits for a person who looks.

## SQS

- **Calls.** ${round(calls)} for a submission, its sending included: ${round(calls)} x 1,000,000 x ${PRICES.queueCall.toFixed(7)} = ${round(calls * A_DAY * PRICES.queueCall)} dollars a day.
- **In flight**: at most ${IN_FLIGHT.toLocaleString('en')} messages of a queue, and a message that waits hidden counts. At work in the burst: ${round(burst)} x ${round(figures.slowMs / 1_000)} s =
  ${round(inFlight)}. But whatever is deferred for ${MOST_DEFERRED_MINUTES} minutes (a paused form, a target that is down, a limit) is in flight too: ${IN_FLIGHT.toLocaleString('en')} / ${MOST_DEFERRED_MINUTES} min = ${round(IN_FLIGHT / MOST_DEFERRED_MINUTES)}
  a minute. Beyond that the queue hands out nothing until some come back: later, not lost. The same holds of \`notBefore\`: **send what
  is due much later only when it is due**, where it is more than ${IN_FLIGHT.toLocaleString('en')} messages.
- The HTTP API lets 50 requests a second through. A burst goes to the queue itself, by \`npx sekali send\` or a producer's own client.

## NAT

- **Ports.** ${round(figures.heavyConnections)} connections for a heavy page: ${round(burst)} x ${round(figures.heavyMs / 1_000)} s x ${round(figures.heavyConnections)} = ${round(connections)} at once in the burst. One gateway has ${NAT_CONNECTIONS.toLocaleString('en')} for one
  address of a target.
- **Money.** What a page loads comes through it: ${HEAVY_MB} MB x 1,000,000 = ${HEAVY_MB} TB, x ${PRICES.natGb} a GB = ${round(HEAVY_MB * 1_000 * PRICES.natGb)} dollars a day, more than anything else here. With \`http\` only the
  form's own page is loaded. A form's \`allow\` keeps other hosts' pictures and scripts away.

## Pictures and logs

As in [deploy.md](deploy.md#what-it-costs): 0.007 + 0.002 dollars for 1,000 submissions, 9 a day for a million.

## The targets

${round(burst)} submissions a second are much for most sites, and a site that breaks answers nothing: unknown outcomes pause its form. \`limits: { atOnce, perMinute }\`
of a form spares it; what is over the limit waits in the queue (see in flight).
`;
}

/** Three digits that count, with commas. */
function round(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 4 });
}
