/** A list that was cut, and how to get the rest. */
export interface CutList {
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  /** Cursor after the last item that is shown. */
  readonly after?: string;
}

/**
 * Copies a value with every list cut to `maxItems` items. The page information of a cut connection describes what is shown:
 * the cursor of the whole page would skip what was cut.
 *
 * @param cuts receives what was cut
 */
export function cutLists(value: unknown, maxItems: number, cuts: CutList[], path = ''): unknown {
  if (Array.isArray(value)) {
    if (value.length > maxItems)
      cuts.push({ path, shown: maxItems, of: value.length, ...continuation(value, maxItems) });
    return value.slice(0, maxItems).map((each) => cutLists(each, maxItems, cuts, path));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const copy = Object.fromEntries(
    entries.map(([name, each]) => [
      name,
      cutLists(each, maxItems, cuts, path === '' ? name : `${path}.${name}`),
    ]),
  );
  const { edges, nodes, pageInfo } = value as Partial<Record<string, unknown>>;
  const isCut = [edges, nodes].some((list) => Array.isArray(list) && list.length > maxItems);
  if (isCut && typeof pageInfo === 'object' && pageInfo !== null)
    copy['pageInfo'] = pageInfoAt(
      pageInfo,
      Array.isArray(edges) ? continuation(edges, maxItems).after : undefined,
    );
  return copy;
}

function pageInfoAt(pageInfo: object, after: string | undefined): Record<string, unknown> {
  return {
    ...pageInfo,
    ...('hasNextPage' in pageInfo && { hasNextPage: true }),
    ...('endCursor' in pageInfo && { endCursor: after ?? null }),
  };
}

/** The cursor of the last edge that is shown. */
function continuation(list: readonly unknown[], maxItems: number): Pick<CutList, 'after'> {
  const last = list[maxItems - 1];
  if (typeof last === 'object' && last !== null && 'cursor' in last && typeof last.cursor === 'string')
    return { after: last.cursor };
  return {};
}

/** The number of items of the longest list in a value. */
export function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((longest, each) => Math.max(longest, longestList(each)), own);
}
