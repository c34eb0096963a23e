import type { Outcome } from './fleet.js';
import { inRegion, type Scenario, standard } from './scenario.js';

/** Numbers of replicas: the columns of the tables. */
export const fleetSizes = [1, 3, 10, 100, 1000] as const;

/** Scenarios that are compared, each over all numbers of replicas. */
export interface Study {
  readonly title: string;
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly title: string;
  readonly of: (replicas: number) => Scenario;
}

const over = (title: string, scenario: Scenario): Variant => ({
  title,
  of: (replicas) => ({ ...scenario, replicas }),
});

const guessing: Scenario = { ...standard, quota: { ...standard.quota, namesWait: false } };
const bucket: Scenario = { ...standard, minutes: 5, quota: { ...standard.quota, kind: 'bucket' } };
const herd: Scenario = { ...standard, minutes: 5, returning: 0.5 };
const growing = (replicas: number): Scenario => ({
  ...standard,
  replicas,
  operationsPerSecond: 0.2 * replicas,
});

const notShared = (scenario: Scenario): Variant =>
  over('not shared', { ...scenario, sharing: undefined });
const delayed = (scenario: Scenario, delayMs: number): Variant =>
  over(`shared, ${delayMs} ms`, { ...scenario, sharing: { ...inRegion, delayMs } });

export const studies: readonly Study[] = [
  {
    title: 'A 429 names the wait',
    variants: [
      notShared(standard),
      delayed(standard, 1),
      delayed(standard, 80),
      over('shared, Redis down for a quarter of the time', {
        ...standard,
        sharing: { ...inRegion, downShare: 0.25 },
      }),
    ],
  },
  {
    title: 'A 429 names no wait',
    variants: [notShared(guessing), delayed(guessing, 1), delayed(guessing, 80)],
  },
  {
    title: 'A bucket of 600 that gets 10 a second',
    variants: [notShared(bucket), delayed(bucket, 1), delayed(bucket, 80)],
  },
  {
    title: 'Load that grows: an operation in 5 s for each replica',
    variants: [
      {
        title: 'one replica with all of it',
        of: (replicas) => ({ ...growing(replicas), replicas: 1 }),
      },
      ...[1, 80].map((delayMs) => ({
        title: `shared, ${delayMs} ms`,
        of: (replicas: number) => ({ ...growing(replicas), sharing: { ...inRegion, delayMs } }),
      })),
    ],
  },
  {
    title: 'Half of the refused clients come again at the time of their Retry-After',
    variants: [
      over('shared, 1 ms', herd),
      ...[1, 5].map((seconds) =>
        over(`clients wait up to ${seconds} s longer`, { ...herd, retryJitterMs: seconds * 1000 }),
      ),
    ],
  },
];

/** What a run means for one credential, or for Redis. */
export interface Measure {
  readonly title: string;
  readonly of: (outcome: Outcome, scenario: Scenario) => number;
}

const perMinute = (count: number, { minutes, credentials }: Scenario): number =>
  count / (minutes * credentials);

/** What the plot shows. */
export const refusals: Measure = {
  title: '429s of one credential in a minute',
  of: ({ counts }, scenario) => perMinute(counts.refused, scenario),
};

export const measures: readonly Measure[] = [
  refusals,
  {
    title: 'Operations of one credential that are served in a minute',
    of: ({ counts }, scenario) => perMinute(counts.served, scenario),
  },
  {
    title: 'Operations that are refused, %',
    of: ({ counts }) => (100 * (counts.operations - counts.served)) / counts.operations,
  },
  {
    title: 'Milliseconds from the reset of the quota to the next request',
    of: ({ counts: { resumedAfterMs } }) =>
      resumedAfterMs.reduce((sum, each) => sum + each, 0) / Math.max(1, resumedAfterMs.length),
  },
  {
    title: 'Commands and messages of Redis in a minute, for one credential',
    of: ({ traffic: { commands, deliveries } }, scenario) =>
      perMinute(commands + deliveries, scenario),
  },
];
