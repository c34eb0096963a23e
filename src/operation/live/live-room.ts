import { GraphQLError } from 'graphql';
import { refusal } from '../../graphql/error.js';
import { fits, isTooLarge, type PollMemory } from './poll-memory.js';
import { endOldestUnproven, type UnprovenStreams } from './unproven-stream.js';

/** The settings of live subscriptions, by their names. */
export interface LiveSettings {
  readonly LIVE_MIN_SECONDS: number;
  readonly LIVE_MAX_STREAMS: number;
  readonly LIVE_MAX_STREAMS_PER_CREDENTIAL: number;
  readonly LIVE_MAX_MINUTES: number;
  readonly LIVE_REQUESTS_PER_MINUTE: number;
}

/** What bounds the streams of a process. */
export interface Room {
  readonly settings: LiveSettings;
  readonly unproven: UnprovenStreams;
  /** Of all polls. */
  readonly memory: Set<PollMemory>;
  streams: number;
  isClosed: boolean;
}

/**
 * Makes room for one more stream.
 *
 * @param own streams of its credential
 * @throws GraphQLError with HTTP status 503 where no stream is free, and none can be freed
 */
export function makeRoom({ settings, streams, isClosed, unproven }: Room, own: number): void {
  const { LIVE_MAX_STREAMS: max, LIVE_MAX_STREAMS_PER_CREDENTIAL: maxOwn } = settings;
  if (isClosed) throw unavailable('The façade is about to stop.');
  if (own >= maxOwn)
    throw unavailable(`A credential may have at most ${maxOwn} streams (LIVE_MAX_STREAMS_PER_CREDENTIAL).`);
  if (streams >= max && !endOldestUnproven(unproven))
    throw unavailable(`The façade serves at most ${max} streams (LIVE_MAX_STREAMS).`);
}

/**
 * Takes the memory of one more poll.
 *
 * @throws GraphQLError with HTTP status 503 where none is free, and none can be freed; OPERATION_LIMIT_EXCEEDED for a poll
 *   that alone is too large
 */
export function takeMemory(
  { memory, unproven }: Room,
  { live, variables, isProven }: Omit<PollMemory, 'eventBytes'>,
): PollMemory {
  const own: PollMemory = { live, variables, isProven, eventBytes: 0 };
  if (isTooLarge(own))
    throw refusal(
      `The document (${live.characters} characters) and the variables (${variables.length}) are too large for a ` +
        'subscription, which keeps them. Send shorter ones.',
      'OPERATION_LIMIT_EXCEEDED',
    );
  while (!fits(memory, own))
    if (!endOldestUnproven(unproven))
      throw unavailable(
        'The documents, variables and events of open subscriptions take all memory that is for them.',
      );
  memory.add(own);
  return own;
}

const unavailable = (message: string): GraphQLError =>
  new GraphQLError(`${message} Try again later.`, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 503, headers: { 'Retry-After': '5' } } },
  });
