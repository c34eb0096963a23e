import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { jsonText, type SharedState, SharedValue } from '../../tenant/shared-state.js';
import { isObject } from '../parameters.js';
import type { OperationResult, UpstreamCost } from '../result.js';
import type { LivePoll } from './live-poll.js';
import type { LiveTime } from './live-request.js';

const milliseconds = z.number().min(0);

const objectSchema = z.custom<Readonly<Record<string, unknown>>>(isObject);

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
  // GraphQL prints none that are empty.
  extensions: objectSchema.default({}),
});

const costSchema = z.object({ requests: z.number(), limit: z.number(), estimated: z.number() });

/** An event as JSON, in which errors are as GraphQL prints them. */
const eventSchema = z
  .object({
    // Custom schemas keep the object as it is, whatever the names of its members.
    data: objectSchema.nullable(),
    errors: z.array(errorSchema).optional(),
    // A process of the fleet has printed it, so the other members fit where these do.
    extensions: z
      .object({ upstream: z.custom<UpstreamCost>((value) => costSchema.safeParse(value).success) })
      .optional(),
  })
  .transform(({ data, errors, extensions }): OperationResult => ({
    ...(errors && { errors: errors.map(toError) }),
    data,
    ...(extensions && { extensions }),
  }));

/** As the store has the last event of a poll. */
export const storedEventSchema = jsonText(z.object({ fingerprint: z.string(), event: eventSchema }));

type StoredEvent = z.output<typeof storedEventSchema>;

const messageSchema = z.discriminatedUnion('kind', [
  /** What the last run of a process has found. */
  z.object({
    kind: z.literal('ran'),
    fingerprint: z.string(),
    /** Since it ended. */
    ageMs: milliseconds,
    tookMs: milliseconds,
    /** For which nothing may be sent. */
    waitMs: milliseconds,
    /** REST requests; undefined where the run was announced before. */
    requests: z.number().min(0).optional(),
    /** Whether the Partner API has accepted the credential. */
    isProven: z.boolean(),
  }),
  /** The owner is running the poll. */
  z.object({ kind: z.literal('runs') }),
  /** Asks the owner for a result of responses up to this age, as a new subscriber wants it. */
  z.object({ kind: z.literal('wanted'), maxAgeMs: milliseconds }),
  /** The owner has given up its lease. */
  z.object({ kind: z.literal('left') }),
  /** No run can succeed any more: the last event. */
  z.object({ kind: z.literal('completed'), event: eventSchema }),
]);

const messageText = jsonText(messageSchema);

/** What the processes that have subscribers of one poll tell each other. */
export type PollMessage = z.output<typeof messageSchema>;

/** Bytes. With a larger event each process polls for itself: the deadline of the store is that of its commands. */
export const maxEventBytes = 256 * 1024;

/** Milliseconds for which an event can be read. Partner data stays in the store no longer than it is of use. */
const eventHoldMs = 60_000;

/** Milliseconds in which a process that begins to listen also gets what was said before. */
const messageHoldMs = 1000;

/** One poll, as the processes of a fleet share it. Nothing here fails, and nothing takes longer than 50 ms. */
export class PollChannel {
  readonly stopListening: (() => void) | undefined;
  private readonly events: SharedValue<StoredEvent> | undefined;
  /** A value and a lease of one kind need two names. */
  private readonly eventName: string;

  /**
   * @param shared undefined where this process is alone
   * @param name the same in each process, and no two polls have it
   * @param receive gets a message, and the milliseconds since it was sent
   */
  constructor(
    private readonly shared: SharedState | undefined,
    private readonly name: string,
    private readonly time: LiveTime,
    receive: (message: PollMessage, ageMs: number) => void,
  ) {
    this.eventName = `${name} event`;
    this.events =
      shared &&
      new SharedValue(shared, {
        kind: 'poll',
        schema: storedEventSchema,
        holdMs: eventHoldMs,
        pauseMs: 0,
        repeatMs: eventHoldMs / 2,
        versionOf: ({ fingerprint }) => fingerprint,
        maxTextBytes: maxEventBytes,
        now: time.now,
      });
    this.stopListening = shared?.listen(`poll ${name}`, (text, leftMs) => {
      const message = readMessage(text);
      if (message !== undefined) receive(message, Math.max(0, holdOf(message) - leftMs));
    });
  }

  /** Takes the lease of the poll, or extends it; undefined where nobody can tell now. */
  async lease(holdMs: number): Promise<boolean | undefined> {
    return this.shared?.lease('poll', this.name, holdMs);
  }

  tell(message: PollMessage): void {
    if (this.shared === undefined) return;
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) <= maxEventBytes)
      this.shared.announce(`poll ${this.name}`, text, holdOf(message));
  }

  /** Tells the others the last result. @param requests undefined where the run was announced before */
  tellLast(poll: LivePoll, waitMs: number, requests?: number): void {
    const { last } = poll;
    if (last === undefined) return;
    const { fingerprint, startedAt, at, event } = last;
    if (event !== undefined) this.keep(fingerprint, event);
    const times = { ageMs: this.time.now() - at, tookMs: at - startedAt, waitMs };
    this.tell({ kind: 'ran', fingerprint, ...times, requests, isProven: poll.isAccepted() });
  }

  keep(fingerprint: string, event: OperationResult): void {
    this.events?.write(this.eventName, { fingerprint, event });
  }

  /** The event with a fingerprint, where another process lets it be read. */
  async read(fingerprint: string): Promise<OperationResult | undefined> {
    const stored = await this.events?.read(this.eventName);
    return stored?.fingerprint === fingerprint ? stored.event : undefined;
  }

  forget(): void {
    this.events?.remove(this.eventName);
  }

  /** Gives up the lease, and says so. */
  leave(): void {
    this.shared?.release('poll', this.name);
    this.tell({ kind: 'left' });
  }
}

/** What is over by the time that it comes is not held. */
const holdOf = ({ kind }: PollMessage): number => (kind === 'ran' || kind === 'runs' ? messageHoldMs : 0);

/** Undefined for a text that fits no message: that of another version, at most. */
export const readMessage = (text: string): PollMessage | undefined => messageText.safeParse(text).data;

function toError({ message, path, locations, extensions }: z.output<typeof errorSchema>): GraphQLError {
  const error = new GraphQLError(message, { path, extensions });
  return locations === undefined ? error : Object.assign(error, { locations });
}
