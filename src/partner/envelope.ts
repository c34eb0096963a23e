import { z } from 'zod';
import { isObject } from '../client/error.js';
import type { Drift } from './drift.js';
import type { ErrorFacts } from './error.js';

/** Contract, "Pagination", with the possible ranges. */
export const paginationSchema = z.object({
  page: z.int32().min(1),
  limit: z.int32().min(1).max(100),
  total: z.int32().min(0),
  totalPages: z.int32().min(0),
});

export type Pagination = z.infer<typeof paginationSchema>;

/**
 * Items of the longest list that is believed. The contract names no maximum; no organization has so
 * many screens, playlists or files, and a counter that has overflowed claims far more.
 */
export const maxTotal = 10_000_000;

/**
 * Totals of a page that contradict each other or its items, or that no list has. Pages are cut
 * before hidden items are removed, so `shown` items cover at least as many positions of the page.
 * An empty collection may count as one page.
 */
export function contradictionsOf(
  { page, limit, total, totalPages }: Pagination,
  shown: number,
): readonly Drift[] {
  const coversShown = shown === 0 || (page - 1) * limit + shown <= total;
  const isTotalTrue = total <= maxTotal && coversShown;
  const isOneEmptyPage = total === 0 && totalPages === 1;
  const arePagesTrue = isOneEmptyPage || totalPages === Math.ceil(total / limit);
  if (isTotalTrue) return arePagesTrue ? none : untruePages;
  return arePagesTrue ? untrueTotal : [...untrueTotal, ...untruePages];
}

const none: readonly Drift[] = [];
const untrueTotal: readonly Drift[] = [{ kind: 'contradictory total', field: 'pagination.total' }];
const untruePages: readonly Drift[] = [
  { kind: 'contradictory total', field: 'pagination.totalPages' },
];

/** Characters that are kept of an upstream text; the contract does not limit its length. */
const maxTextLength = 200;

// C0 and C1 controls, and marks that change the direction of a text.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

const printable = (text: string): string =>
  text
    .slice(0, 4 * maxTextLength)
    .replace(unprintable, ' ')
    .trim()
    .slice(0, maxTextLength);

/** Characters of `error.details` as JSON. */
const maxDetailsLength = 16_384;

/**
 * Objects and lists in each other, in `error.details`: what it becomes a part of must be writable
 * as JSON.
 */
const maxDetailsDepth = 20;

const isAtMost = (value: unknown, levels: number): boolean =>
  !isObject(value) ||
  (levels > 0 && Object.values(value).every((each) => isAtMost(each, levels - 1)));

/**
 * A value from JSON without the members that could change a prototype; undefined where it is too
 * large.
 */
function readDetails(value: unknown): Record<string, unknown> | undefined {
  if (!isObject(value) || Array.isArray(value)) return undefined;
  if (!isAtMost(value, maxDetailsDepth)) return undefined;
  const kept = JSON.stringify(value, (name, member: unknown) =>
    name === '__proto__' ? undefined : member,
  );
  if (kept.length > maxDetailsLength) return undefined;
  // The text of an object is one again.
  return JSON.parse(kept) as Record<string, unknown>;
}

// Each member is read by itself: one that breaks the contract, or is too large, is left out, and
// the others are kept.
const text = z
  .string()
  .transform(printable)
  .refine((kept) => kept !== '')
  .optional()
  .catch(undefined);
const details = z.unknown().optional().transform(readDetails);
const envelopeSchema = z
  .object({ error: z.object({ code: text, message: text, requestId: text, details }) })
  .catch({ error: { details: undefined } });

/** The facts of an error envelope (contract, "ErrorEnvelope"); empty if the body is not one. */
export function readEnvelope(
  body: unknown,
): ErrorFacts & { readonly message?: string | undefined } {
  const { code: upstreamCode, ...others } = envelopeSchema.parse(body).error;
  return { upstreamCode, ...others };
}
