import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { jsonText, SharedValue } from '../../tenant/shared-state.js';
import { isObject } from '../parameters.js';
import type { OperationResult, UpstreamCost } from '../result.js';
import type { LivePoll } from './live-poll.js';

const milliseconds = z.number().min(0);

const objectSchema = z.custom<Readonly<Record<string, unknown>>>(isObject);

const errorSchema = z
  .object({
    message: z.string(),
    path: z.array(z.union([z.string(), z.number()])),
    locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
    // GraphQL prints none that are empty.
    extensions: objectSchema.default({}),
  })
  .transform(({ message, path, locations, extensions }) =>
    Object.assign(new GraphQLError(message, { path, extensions }), { locations }),
  );

const costSchema = z.object({ requests: z.number(), limit: z.number(), estimated: z.number() });

/** An event as JSON, in which errors are as GraphQL prints them. */
const eventSchema: z.ZodType<OperationResult> = z.object({
  errors: z.array(errorSchema).exactOptional(),
  // Custom schemas keep the object as it is, whatever the names of its members.
  data: objectSchema.nullable(),
  // A process of the fleet has printed it, so the other members fit where these do.
  extensions: z
    .object({ upstream: z.custom<UpstreamCost>((value) => costSchema.safeParse(value).success) })
    .exactOptional(),
});

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

/** Undefined for a text that fits no message: that of another version, at most. */
export const readMessage = (text: string): PollMessage | undefined => messageText.safeParse(text).data;

/** Bytes. With a larger event each process polls for itself: the deadline of the store is that of its commands. */
export const maxEventBytes = 256 * 1024;

/** Milliseconds for which an event can be read. Partner data stays in the store no longer than it is of use. */
const eventHoldMs = 60_000;

/** Milliseconds in which a process that begins to listen also gets what was said before. */
const messageHoldMs = 1000;

/** Intervals that a lease holds: a late owner keeps it, and a dead one is replaced within two. */
const leaseIntervals = 1.4;

/**
 * One poll, as the processes of a fleet share it: which of them runs it as far as this one knows, and what they tell each
 * other. Nothing here fails, and nothing takes longer than 50 ms.
 */
export class SharedPoll {
  /** Whether this process has the lease; undefined where nobody can tell. */
  isOwner: boolean | undefined;
  /** When another process last showed that it runs the poll, or when the pause ends that it has named. */
  private signedAt = -Infinity;
  private readonly stopListening: (() => void) | undefined;
  private readonly events: SharedValue<StoredEvent> | undefined;
  /** A value and a lease of one kind need two names. */
  private readonly eventName: string;

  /** @param receive gets a message, and the milliseconds since it was sent */
  constructor(
    private readonly poll: LivePoll,
    receive: (message: PollMessage, ageMs: number) => void,
  ) {
    const { name, context } = poll;
    const { shared, time } = context;
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

  /** Takes or extends the lease. @returns whether this process may run the poll */
  async mayRun(): Promise<boolean> {
    const { name, everyMs, context } = this.poll;
    const isOwner = await context.shared?.lease('poll', name, leaseIntervals * everyMs);
    if (isOwner === false && this.isOwner !== false) this.signedAt = Math.max(this.signedAt, this.poll.now());
    this.isOwner = isOwner;
    return isOwner !== false;
  }

  tell(message: PollMessage): void {
    const { name, context } = this.poll;
    if (context.shared === undefined) return;
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) <= maxEventBytes)
      context.shared.announce(`poll ${name}`, text, holdOf(message));
  }

  /** Tells the others the last result. @param requests undefined where the run was announced before */
  tellLast(requests?: number): void {
    const { poll } = this;
    if (poll.last === undefined) return;
    const { fingerprint, startedAt, at, event } = poll.last;
    if (event !== undefined) this.events?.write(this.eventName, { fingerprint, event });
    const times = { ageMs: poll.now() - at, tookMs: at - startedAt, waitMs: poll.pauseMs() };
    this.tell({ kind: 'ran', fingerprint, ...times, requests, isProven: poll.isAccepted() });
  }

  /** The event with a fingerprint, where another process lets it be read. */
  async read(fingerprint: string): Promise<OperationResult | undefined> {
    const stored = await this.events?.read(this.eventName);
    return stored?.fingerprint === fingerprint ? stored.event : undefined;
  }

  forget(): void {
    this.events?.remove(this.eventName);
  }

  /** Another process has shown that it runs the poll. */
  noteSign(): void {
    this.signedAt = this.poll.now() + this.poll.pauseMs();
  }

  /** Intervals since another process has shown that it runs the poll; below 0 while it pauses. */
  silence(): number {
    return (this.poll.now() - this.signedAt) / this.poll.everyMs;
  }

  /** Gives up the lease that this process has, or that is on its way: the store takes commands in their order. */
  leave(): void {
    const { name, context } = this.poll;
    this.stopListening?.();
    void context.shared?.lease('poll', name, 0);
    if (this.isOwner === true) this.tell({ kind: 'left' });
  }
}

/** What is over by the time that it comes is not held. */
const holdOf = ({ kind }: PollMessage): number => (kind === 'ran' || kind === 'runs' ? messageHoldMs : 0);
