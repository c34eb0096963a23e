import { z } from 'zod';
import type { Drift } from './drift.js';
import type { ErrorFacts } from './error.js';

/** Contract, "Pagination", with the ranges that a page can have. */
export const paginationSchema = z.object({
  page: z.int32().min(1),
  limit: z.int32().min(1).max(100),
  total: z.int32().min(0),
  totalPages: z.int32().min(0),
});

export type Pagination = z.infer<typeof paginationSchema>;

/**
 * Where the totals of a page contradict each other or the items that it shows. Pages are cut before hidden items are
 * taken out of them, so `shown` items reach at least as many positions into the page. An empty collection may count as
 * one page.
 */
export function contradictionsOf(
  { page, limit, total, totalPages }: Pagination,
  shown: number,
): readonly Drift[] {
  const isTotalTrue = shown === 0 || (page - 1) * limit + shown <= total;
  const arePagesTrue = totalPages === Math.ceil(total / limit) || (total === 0 && totalPages === 1);
  if (isTotalTrue && arePagesTrue) return none;
  return [...(isTotalTrue ? none : untrueTotal), ...(arePagesTrue ? none : untruePages)];
}

const none: readonly Drift[] = [];
const untrueTotal: readonly Drift[] = [{ kind: 'contradictory total', field: 'pagination.total' }];
const untruePages: readonly Drift[] = [{ kind: 'contradictory total', field: 'pagination.totalPages' }];

/** Characters that are kept of a text of the upstream's; its length is not limited by the contract. */
const maxTextLength = 200;

// C0 and C1 controls, and the marks that turn the direction of a text.
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

const cleanText = z
  .string()
  .transform((text) =>
    text
      .slice(0, 4 * maxTextLength)
      .replace(unprintable, ' ')
      .trim()
      .slice(0, maxTextLength),
  )
  .refine((text) => text !== '');

// Every member is read by itself: one that breaks the contract is left out, the others are told.
const text = cleanText.optional().catch(undefined);
const envelopeSchema = z.object({
  error: z.object({
    code: text,
    message: text,
    requestId: text,
    details: z.record(z.string(), z.json()).optional().catch(undefined),
  }),
});

/** Bytes of `error.details` that are passed on; larger ones are left out whole. */
const maxDetailsLength = 16_384;

/** What an error envelope tells (contract, "ErrorEnvelope"); empty where the body is none. */
export function readEnvelope(body: unknown): ErrorFacts & { readonly message?: string | undefined } {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) return {};
  const { code, message, requestId, details } = envelope.data.error;
  return { upstreamCode: code, message, requestId, details: boundedDetails(details) };
}

function boundedDetails(details: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (details === undefined) return undefined;
  return JSON.stringify(details).length <= maxDetailsLength ? details : undefined;
}
