import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { type Held, jsonText, type SharedState } from '../../shared/shared-state.js';
import { isObject } from '../../document/parameters.js';
import { largeBytesOf, type OperationResult, type UpstreamCost } from '../../operation/result.js';
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

const messageSchema = z.discriminatedUnion('kind', [
  /** What a run has found. */
  z.object({
    kind: z.literal('ran'),
    fingerprint: z.string(),
    /** Since it ended: 0 as it is sent. */
    ageMs: milliseconds,
    tookMs: milliseconds,
    /** For which nothing may be sent. */
    waitMs: milliseconds,
    /** REST requests. */
    requests: z.number().min(0),
    /** Whether the Partner API has accepted the credential. */
    isAccepted: z.boolean(),
    /**
     * In the store alone, and apart from the run: it may be a thousand times as large, and changes
     * less often.
     */
    event: eventSchema.exactOptional(),
  }),
  /** No run can succeed any more: the last event. */
  z.object({ kind: z.literal('completed'), event: eventSchema }),
]);

const messageText = jsonText(messageSchema);

/** What the processes that have subscribers of one poll tell each other. */
type PollMessage = z.output<typeof messageSchema>;

export type PollRun = PollMessage & { readonly kind: 'ran' };

/** Undefined for a text that fits no message: that of another version, at most. */
export const readMessage = (text: string): PollMessage | undefined =>
  messageText.safeParse(text).data;

/**
 * Bytes. With a larger event each process polls for itself: the deadline of the store is that of
 * its commands.
 */
export const maxEventBytes = 256 * 1024;

/**
 * Seconds, or as long as a new subscriber may accept an event: it stays in the store no longer than
 * it is of use.
 */
const minHoldSeconds = 60;

/**
 * Milliseconds, or half an interval: how often a lease is extended, and how long others wait before
 * they try again.
 */
const maxStepMs = 1000;

/** Steps that a lease holds: an extension may be late by one. */
const leaseSteps = 2;

/** Milliseconds that a message may be on its way, and so what a lease holds after its run. */
export const messageMs = 100;

/**
 * One poll, as the processes of a fleet share it: a lease for each run, its result, and a message
 * about it. Nothing here fails, and nothing takes longer than 50 ms.
 */
export class SharedPoll {
  readonly stepMs: number;
  private readonly shared: SharedState;
  private readonly channel: `poll ${string}`;
  /** Of the values in the store. A value and a lease of one kind need two names. */
  private readonly runName: string;
  private readonly eventName: string;
  private readonly holdMs: number;
  /** The event that is in the store, as far as this process knows, and since when. */
  private stored = { fingerprint: '', at: -Infinity };
  private readonly stopListening: () => void;

  constructor(
    private readonly poll: LivePoll,
    receive: (message: PollMessage) => void,
  ) {
    const { settings, shared } = poll.context;
    const { LIVE_MIN_SECONDS, MAX_STALE_SECONDS } = settings;
    this.shared = shared;
    this.stepMs = Math.min(maxStepMs, poll.everyMs / 2);
    this.holdMs = 1000 * Math.max(minHoldSeconds, LIVE_MIN_SECONDS, MAX_STALE_SECONDS);
    this.channel = `poll ${poll.name}`;
    this.runName = `${poll.name} run`;
    this.eventName = `${poll.name} event`;
    this.stopListening = shared.listen(this.channel, (text) => {
      const message = readMessage(text);
      if (message !== undefined) receive(message);
    });
  }

  /** Whether a run may start at once, and nobody needs its result. */
  get isAlone(): boolean {
    return this.shared.isAlone;
  }

  /** Takes or extends the lease for a run. @returns false while another process has it */
  async take(): Promise<boolean> {
    return (await this.lease(leaseSteps * this.stepMs)) !== false;
  }

  /**
   * Gives the result of a run to the others, with the last event if it is that of the run and may
   * be shown.
   */
  give(run: PollRun): void {
    if (this.isAlone) return;
    const { last } = this.poll;
    if (last?.event !== undefined && last.fingerprint === run.fingerprint) {
      this.store({ ...run, event: last.event });
    }
    this.shared.write('poll', this.runName, JSON.stringify(run), this.holdMs);
    this.tell(run);
    void this.lease(messageMs);
  }

  /** Stores an event, which is there already unless it has changed or is about to expire. */
  private store(run: PollRun): void {
    const { stored, holdMs } = this;
    const at = this.poll.now();
    if (stored.fingerprint === run.fingerprint && at - stored.at < holdMs / 2) return;
    const text = toText(run);
    if (text === undefined) return;
    this.stored = { fingerprint: run.fingerprint, at };
    this.shared.write('poll', this.eventName, text, holdMs);
  }

  tell(message: PollMessage): void {
    const text = toText(message);
    if (text !== undefined) this.shared.announce(this.channel, text, 0);
  }

  /** The last run, with its event if that could be shared. */
  async read(): Promise<PollRun | undefined> {
    const names = [this.runName, this.eventName];
    const found = await this.shared.readAll('poll', names);
    const [run, last] = found.map((held) => this.toRun(held));
    if (last !== undefined) {
      this.stored = { fingerprint: last.fingerprint, at: this.poll.now() - last.ageMs };
    }
    const isEventOfRun = last?.fingerprint === run?.fingerprint;
    if (run === undefined || last?.event === undefined || !isEventOfRun) return run;
    return { ...run, event: last.event };
  }

  private toRun(held: Held | undefined): PollRun | undefined {
    if (held === undefined) return undefined;
    const read = readMessage(held.value);
    if (read?.kind !== 'ran') return undefined;
    return { ...read, ageMs: Math.max(0, this.holdMs - held.leftMs) };
  }

  async readEvent(fingerprint: string): Promise<OperationResult | undefined> {
    const last = await this.read();
    return last?.fingerprint === fingerprint ? last.event : undefined;
  }

  forget(): void {
    this.shared.remove('poll', this.runName);
    this.shared.remove('poll', this.eventName);
    this.stored = { fingerprint: '', at: -Infinity };
  }

  /**
   * Gives up the lease that this process has, or that is on its way: the store takes commands in
   * their order.
   */
  leave(): void {
    this.stopListening();
    void this.lease(0);
  }

  private lease(holdMs: number): Promise<boolean | undefined> {
    return this.shared.lease('poll', this.poll.name, holdMs);
  }
}

/** Undefined for what is too large to be shared: a large event is not even printed. */
function toText(message: PollMessage): string | undefined {
  if (message.event !== undefined && largeBytesOf(message.event) !== undefined) return undefined;
  const text = JSON.stringify(message);
  return Buffer.byteLength(text) <= maxEventBytes ? text : undefined;
}
