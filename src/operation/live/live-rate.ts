import { GraphQLError } from 'graphql';
import type { Settings } from '../../config.js';
import { refusal } from '../../graphql/error.js';

/** The runs whose mean is the rate of a poll: polls share requests, so that now one sends them and now another. */
const countedRuns = 8;

/** The longest interval (interface, "Live"). */
const maxSeconds = 3600;

/** Why no subscription has this interval: BAD_USER_INPUT. */
export const intervalRefusal = (
  everySeconds: number,
  { LIVE_MIN_SECONDS: minSeconds }: Settings,
): GraphQLError | undefined =>
  everySeconds >= minSeconds && everySeconds <= maxSeconds
    ? undefined
    : refusal(
        `everySeconds is ${everySeconds}, and must be ${minSeconds} (LIVE_MIN_SECONDS) to ${maxSeconds}.`,
        'BAD_USER_INPUT',
      );

/** Why a credential cannot have even this one subscription: UPSTREAM_BUDGET_EXCEEDED. */
export const pollRefusal = (
  { atLeast }: { readonly atLeast: number },
  everySeconds: number,
  { LIVE_REQUESTS_PER_MINUTE: limit }: Settings,
): GraphQLError | undefined =>
  (atLeast * 60) / everySeconds > limit ? rateRefusal(atLeast, everySeconds, limit, limit) : undefined;

export class PollRate {
  /** Of the last runs, the newest last. */
  private runs: readonly number[] = [];

  constructor(readonly everySeconds: number) {}

  add(requests: number): void {
    this.runs = [...this.runs, requests].slice(-countedRuns);
  }

  /** The mean of a run. */
  perRun(): number {
    return this.runs.reduce((sum, each) => sum + each, 0) / Math.max(1, this.runs.length);
  }

  perMinute(): number {
    return (this.perRun() * 60) / this.everySeconds;
  }
}

/** Why a poll may not go on, where all polls of its credential together send too much. */
export function checkRates(
  own: PollRate,
  polls: Iterable<{ readonly rate: PollRate }>,
  { LIVE_REQUESTS_PER_MINUTE: limit }: Settings,
): GraphQLError | undefined {
  let left = limit;
  for (const { rate } of polls) if (rate !== own) left -= rate.perMinute();
  if (own.perMinute() <= left) return undefined;
  return rateRefusal(Math.ceil(own.perRun()), own.everySeconds, left, limit);
}

/** @param left REST requests a minute that the other polls of the credential leave */
function rateRefusal(requests: number, everySeconds: number, left: number, limit: number): GraphQLError {
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
