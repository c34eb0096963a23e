import type { GraphQLError } from 'graphql';
import type { Settings } from '../../config.js';
import { refusal } from '../../graphql/error.js';
import { rateRefusal } from '../../document/live-rate.js';
import type { LivePoll } from './live-poll.js';

/** Why a poll may not go on, where all polls of its credential together send too much. */
export function pollsRefusal(
  poll: LivePoll,
  all: Iterable<{ readonly poll: LivePoll }>,
  settings: Settings,
): GraphQLError | undefined {
  const { tenant, everySeconds } = poll.request;
  let left = settings.LIVE_REQUESTS_PER_MINUTE;
  for (const { poll: other } of all) {
    if (other !== poll && other.request.tenant.tenantKey === tenant.tenantKey) {
      left -= (other.requestsPerRun() * 60) / other.request.everySeconds;
    }
  }
  return rateRefusal(poll.requestsPerRun(), everySeconds, settings, left);
}

/**
 * Bytes of all polls, beside some 50 KB for each stream and its connection. A process with 400 MB
 * of heap has room for twice as much.
 */
const maxBytes = 64 * 1024 * 1024;

/** What the polls of all unaccepted credentials share of it, and the most that one poll takes. */
const unacceptedBytes = maxBytes / 4;

/** A parsed document takes some fifty times its text. */
const bytesPerCharacter = 50;

/** @throws GraphQLError for a poll that alone is too large */
export function checkPollSize(poll: LivePoll): void {
  const { live, variables } = poll.request;
  if (totalBytes([poll]) <= unacceptedBytes) return;
  throw refusal(
    `The document (${live.characters} characters) and the variables (${variables.length}) are too large for a ` +
      'subscription, which keeps them. Send shorter ones.',
    'OPERATION_LIMIT_EXCEEDED',
  );
}

/** Whether a poll has room beside the others of its process. */
export function fits(poll: LivePoll, others: Iterable<{ readonly poll: LivePoll }>): boolean {
  const all = [...Array.from(others, (each) => each.poll), poll];
  if (totalBytes(all) > maxBytes) return false;
  if (poll.isAccepted()) return true;
  const unaccepted = all.filter((each) => !each.isAccepted());
  return totalBytes(unaccepted) <= unacceptedBytes;
}

/** Polls of one document share it. */
function totalBytes(polls: Iterable<LivePoll>): number {
  const documents = new Set<object>();
  let bytes = 0;
  for (const { request, eventBytes } of new Set(polls)) {
    const { live, variables } = request;
    bytes += 2 * variables.length + eventBytes;
    if (documents.has(live)) continue;
    documents.add(live);
    bytes += bytesPerCharacter * live.characters;
  }
  return bytes;
}
