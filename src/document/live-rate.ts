import { GraphQLError } from 'graphql';
import type { Settings } from '../config.js';
import { refusal } from '../graphql/error.js';

/** The longest interval (docs/live.md, "Bounds"). */
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

/**
 * Why a credential cannot have a subscription with so many REST requests every `everySeconds`:
 * UPSTREAM_BUDGET_EXCEEDED.
 *
 * @param left REST requests a minute that its other polls leave
 */
export function rateRefusal(
  requests: number,
  everySeconds: number,
  { LIVE_REQUESTS_PER_MINUTE: limit }: Settings,
  left = limit,
): GraphQLError | undefined {
  if ((requests * 60) / everySeconds <= left) return undefined;
  const needed = Math.ceil(requests);
  const advice = adviceFor(needed, left);
  return new GraphQLError(
    `The subscription needs ${needed} REST requests every ${everySeconds} seconds; the credential has ` +
      `${Math.max(0, Math.floor(left))} of ${limit} a minute left (LIVE_REQUESTS_PER_MINUTE). ${advice}`,
    { extensions: { code: 'UPSTREAM_BUDGET_EXCEEDED' } },
  );
}

function adviceFor(requests: number, left: number): string {
  const shortest = left > 0 ? Math.ceil((requests * 60) / left) : undefined;
  return shortest !== undefined && shortest <= maxSeconds
    ? `Subscribe with everySeconds: ${shortest} or more, or select less.`
    : 'Select less, or end other subscriptions of the credential.';
}
