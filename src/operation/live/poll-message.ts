import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { jsonText } from '../../tenant/shared-state.js';
import { isObject } from '../parameters.js';
import type { OperationResult, UpstreamCost } from '../result.js';

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

export type StoredEvent = z.output<typeof storedEventSchema>;

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
