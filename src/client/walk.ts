/** What is asked of `readPage`: the variables of one page. */
export interface PageVariables {
  readonly first: number;
  /** Null for the first page. */
  readonly after: string | null;
}

/** The part of a connection that a walk needs; select `nodes`, or `edges { node }`, and `pageInfo`. */
export interface WalkConnection<Node> {
  readonly nodes?: readonly (Node | null)[] | null | undefined;
  readonly edges?: readonly { readonly node?: Node | null | undefined }[] | null | undefined;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
}

export interface WalkOptions {
  /** Most items to give; whoever wants them all says `Infinity`. */
  readonly cap: number;
  /** Items of one page, 100 unless told: what the façade reads with one REST request. */
  readonly pageSize?: number;
}

/** A walk that could not reach its end. What it has given until then stands. */
export class WalkError extends Error {
  override readonly name = 'WalkError';

  constructor(
    message: string,
    /** Where the walk stopped: `after` of the page that could not be had. */
    readonly after: string | null,
  ) {
    super(message);
  }
}

/**
 * Every item of a connection in its order, page after page, to its end or to `cap` items. A page may be short or empty:
 * only `pageInfo.hasNextPage` tells the end.
 *
 * An item that breaks the contract is null, with an entry in `errors`; such nulls are given too, and count, unless
 * `skipNulls` is true.
 *
 * @param readPage reads one page; null, or nothing, where the field could not be read. What it throws, the walk throws
 * @throws WalkError where a page could not be read, or the cursor has been there before: never a silent early end
 * @throws RangeError for a cap or page size that is no whole number in its range
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
    if (page == null) throw new WalkError('A page is null: `errors` of its answer tells why.', after);
    for (const node of nodesOf(page)) {
      if (skipNulls && node === null) continue;
      yield node;
      left -= 1;
      // A page may hold more than was asked for; the cap holds all the same.
      if (left === 0) return;
    }
    if (!page.pageInfo.hasNextPage) return;
    after = nextCursor(page, after, seen);
  }
}

function nodesOf<Node>({ nodes, edges }: WalkConnection<Node>): readonly (Node | null)[] {
  return nodes ?? edges?.map(({ node }) => node ?? null) ?? [];
}

function nextCursor(
  { pageInfo: { endCursor } }: WalkConnection<unknown>,
  after: string | null,
  seen: Set<string>,
): string {
  if (endCursor == null) throw new WalkError('A page goes on but has no endCursor; is it selected?', after);
  if (seen.has(endCursor)) throw new WalkError('The cursor does not move on.', after);
  seen.add(endCursor);
  return endCursor;
}

function checkRange(name: string, value: number, from: number, to: number): void {
  if ((Number.isInteger(value) || value === to) && value >= from && value <= to) return;
  throw new RangeError(`${name} is ${value}, but must be a whole number from ${from} to ${to}.`);
}
