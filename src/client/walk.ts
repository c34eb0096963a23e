/** The variables of one page. */
export interface PageVariables {
  readonly first: number;
  /** Null for the first page. */
  readonly after: string | null;
}

/** The fields of a connection that a walk needs: `pageInfo`, and `nodes` or `edges { node }`. */
export interface WalkConnection<Node> {
  readonly nodes?: readonly (Node | null)[] | null | undefined;
  readonly edges?: readonly { readonly node?: Node | null | undefined }[] | null | undefined;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly endCursor?: string | null | undefined;
  };
}

export interface WalkOptions {
  /** Maximum number of items; `Infinity` for all of them. */
  readonly cap: number;
  /** Items of one page, 100 by default: the façade reads them with one REST request. */
  readonly pageSize?: number;
}

/** A walk that did not reach its end. The items before it are valid. */
export class WalkError extends Error {
  override readonly name = 'WalkError';

  constructor(
    message: string,
    /** `after` of the page that could not be read. */
    readonly after: string | null,
  ) {
    super(message);
  }
}

/**
 * Every item of a connection in its order, page by page, to its end or to `cap` items. A page may
 * be short or empty: only `pageInfo.hasNextPage` marks the end.
 *
 * An item that breaks the contract is null, with an entry in `errors`. The walk yields and counts
 * these nulls unless `skipNulls` is true.
 *
 * @param readPage reads one page; null or undefined where the field could not be read. The walk
 *   throws its errors
 * @throws WalkError for a page that could not be read, or a cursor that repeats: a walk never ends
 *   early in silence
 * @throws RangeError for a cap or page size that is not a whole number in its range
 */
export function walk<Node>(
  readPage: (page: PageVariables) => Promise<WalkConnection<Node> | null | undefined>,
  options: WalkOptions & { readonly skipNulls: true },
): AsyncGenerator<NonNullable<Node>, void, undefined>;
export function walk<Node>(
  readPage: (page: PageVariables) => Promise<WalkConnection<Node> | null | undefined>,
  options: WalkOptions & { readonly skipNulls?: false },
): AsyncGenerator<Node | null, void, undefined>;
export async function* walk<Node>(
  readPage: (page: PageVariables) => Promise<WalkConnection<Node> | null | undefined>,
  { cap, pageSize = 100, skipNulls = false }: WalkOptions & { readonly skipNulls?: boolean },
): AsyncGenerator<Node | null, void, undefined> {
  checkRange('cap', cap, 0, Infinity);
  checkRange('pageSize', pageSize, 1, 2 ** 31 - 1);
  const seen = new Set<string>();
  let left = cap;
  for (let after: string | null = null; left > 0;) {
    const page: WalkConnection<Node> | null | undefined = await readPage({
      first: Math.min(pageSize, left),
      after,
    });
    if (page == null) {
      throw new WalkError('A page is null; `errors` of its result names the reason.', after);
    }
    for (const node of page.nodes ?? page.edges?.map((edge) => edge.node ?? null) ?? []) {
      if (skipNulls && node === null) continue;
      yield node;
      left -= 1;
      // A page may have more items than requested.
      if (left === 0) return;
    }
    if (!page.pageInfo.hasNextPage) return;
    after = nextCursor(page, after, seen);
  }
}

function nextCursor(
  { pageInfo: { endCursor } }: WalkConnection<unknown>,
  after: string | null,
  seen: Set<string>,
): string {
  if (endCursor == null) {
    throw new WalkError(
      'A page has a next page but no endCursor; select pageInfo.endCursor.',
      after,
    );
  }
  if (seen.has(endCursor)) throw new WalkError('The cursor repeats.', after);
  seen.add(endCursor);
  return endCursor;
}

function checkRange(name: string, value: number, from: number, to: number): void {
  if ((Number.isInteger(value) || value === to) && value >= from && value <= to) return;
  throw new RangeError(`${name} is ${value}, but must be a whole number from ${from} to ${to}.`);
}
