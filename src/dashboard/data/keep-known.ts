import { mayRetry, type ReadError } from '../error/read-error.js';

/** The data before. */
interface Known {
  readonly data: unknown;
  /** Every part of it was read. */
  readonly isWhole: boolean;
}

/**
 * Puts what was known in place of what could not be read this time, or only in part. A refusal that
 * lasts counts as news.
 *
 * @param data the new data; where an error leads there is null, or less than there should be
 * @returns the same data where none of it is old
 */
export const keepKnown = (known: Known, data: unknown, errors: readonly ReadError[]): unknown =>
  errors
    .filter(mayRetry)
    .reduce((merged, { path }) => fill(known.data, merged, path, known.isWhole), data);

/** The errors that explain what is missing inside of parts that stay as they were. */
export const keptErrors = (
  before: readonly ReadError[],
  errors: readonly ReadError[],
): readonly ReadError[] =>
  before.filter(
    (old) =>
      !mayRetry(old) && errors.some((error) => mayRetry(error) && isInside(old.path, error.path)),
  );

const isInside = (path: ReadError['path'], around: ReadError['path']): boolean =>
  path.length > around.length && around.every((step, at) => step === path[at]);

type Members = Readonly<Record<string | number, unknown>>;

/** The data with the known value at the end of a path; the same data if none is known. */
function fill(known: unknown, data: unknown, path: ReadError['path'], isWhole: boolean): unknown {
  const [step, ...rest] = path;
  if (data == null || (step === undefined && isWhole)) return known ?? data;
  if (step === undefined || !isMembers(known) || !isMembers(data) || !isSame(known, data))
    return data;
  const now = data[step];
  const value = fill(known[step], now, rest, isWhole);
  if (value === now) return data;
  if (Array.isArray(data)) return data.map((member: unknown, at) => (at === step ? value : member));
  return { ...data, [step]: value };
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** A place in a list may hold another record now. */
const isSame = (known: Members, data: Members): boolean =>
  ['id', 'slotId'].every((key) => known[key] === data[key]);
