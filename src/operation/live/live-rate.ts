import { GraphQLError } from 'graphql';

/** REST requests of the last runs of each poll of one credential, by the poll's key. */
export type Rates = Map<string, PollRate>;

interface PollRate {
  readonly everySeconds: number;
  /** The newest last. */
  readonly runs: readonly number[];
}

interface PollRun {
  readonly requests: number;
  readonly everySeconds: number;
}

/** Runs that a rate is the mean of: polls share requests, and now the one sends them, now another. */
const countedRuns = 8;

/** The longest interval (interface, "Live"). */
export const maxSeconds = 3600;

const perMinute = ({ runs, everySeconds }: PollRate): number => (meanOf(runs) * 60) / everySeconds;

const meanOf = (runs: readonly number[]): number =>
  runs.reduce((sum, each) => sum + each, 0) / Math.max(1, runs.length);

/**
 * Notes the requests that a run of a poll has sent itself.
 *
 * @param limit REST requests a minute for all polls of the credential (LIVE_REQUESTS_PER_MINUTE)
 * @returns why the poll may not go on
 */
export function charge(rates: Rates, key: string, run: PollRun, limit: number): GraphQLError | undefined {
  const { everySeconds } = run;
  const rate = withRun(rates, key, run);
  const { runs } = rate;
  let others = 0;
  for (const [other, each] of rates) if (other !== key) others += perMinute(each);
  if (others + perMinute(rate) > limit)
    return overBudget(Math.ceil(meanOf(runs)), everySeconds, limit - others, limit);
  rates.set(key, rate);
  return undefined;
}

/** Notes a run of another process, which has judged it. */
export const noteRun = (rates: Rates, key: string, run: PollRun): void =>
  void rates.set(key, withRun(rates, key, run));

const withRun = (rates: Rates, key: string, { requests, everySeconds }: PollRun): PollRate => ({
  everySeconds,
  runs: [...(rates.get(key)?.runs ?? []), requests].slice(-countedRuns),
});

/**
 * The refusal of a subscription that needs too much, with the shortest interval that fits, if any does.
 *
 * @param left REST requests a minute that the other polls of the credential leave
 */
export function overBudget(
  requests: number,
  everySeconds: number,
  left: number,
  limit: number,
): GraphQLError {
  const shortest = left > 0 ? Math.ceil((requests * 60) / left) : Infinity;
  const advice =
    shortest <= maxSeconds
      ? `Subscribe with everySeconds: ${shortest} or more, or select less.`
      : 'Select less, or end other subscriptions of the credential.';
  return new GraphQLError(
    `The subscription needs ${requests} REST requests every ${everySeconds} seconds; the credential has ` +
      `${Math.max(0, Math.floor(left))} of ${limit} a minute left (LIVE_REQUESTS_PER_MINUTE). ${advice}`,
    { extensions: { code: 'UPSTREAM_BUDGET_EXCEEDED' } },
  );
}
