import { type FieldPolicy, isReference, type Reference, type StoreObject } from '@apollo/client';
import type { KeyArgsFunction } from '@apollo/client/cache';
import { canonicalStringify, print } from '@apollo/client/utilities';

interface Connection extends StoreObject {
  readonly nodes?: readonly Item[];
  readonly edges?: readonly Edge[];
  readonly pageInfo?: PageInfo;
}

/** A record of the cache, an object without an id, or the place of an item that failed. */
type Item = Reference | StoreObject | null;

interface Edge extends StoreObject {
  readonly node?: Item;
}

interface PageInfo extends StoreObject {
  readonly endCursor?: string | null;
}

interface Page {
  readonly connection: Connection;
  /** The key of the page that continues this one. */
  readonly next?: string;
}

/** Pages by their key, which is `first` and `after`. */
type Pages = Readonly<Record<string, Page>>;

type Arguments = Readonly<Record<string, unknown>> | null;

/**
 * What makes a list of its own: its selection, and its arguments but those of a page. All pages of
 * a list have the same fields then, and a count or another query of the same screens leaves it
 * alone.
 */
const listKey: KeyArgsFunction = (args, { field }) => {
  const selection = field?.selectionSet ? print(field.selectionSet) : '';
  // Apollo Client adds `__typename` to what it sends, and not to the document of `readQuery`.
  const named = selection.replaceAll(/\s+__typename\b/g, '');
  return canonicalStringify({ ...args, first: undefined, after: undefined }) + named;
};

const pageKey = (args: Arguments): string =>
  canonicalStringify([args?.['first'], args?.['after'] ?? null]);

/**
 * Joins the pages of a connection. A read gives the page of its own arguments and those that
 * continue it: a list on screen grows with `fetchMore`. A page that comes again takes its place: by
 * a deferred part, an event of `live`, or the same request. One that failed leaves the list as it
 * was.
 */
export const joinedPages: FieldPolicy<Pages | null, Connection | null> = {
  keyArgs: listKey,
  merge(existing, incoming, { args, existingData }) {
    // What this policy has stored. `existing` is undefined for a refetch, with which the list
    // begins anew.
    const pages = existingData as Pages | null | undefined;
    if (incoming === null) return pages ?? null;
    const key = pageKey(args);
    const page = existing?.[key];
    const connection: Connection = { ...page?.connection, ...incoming };
    return { ...withNext(pages ?? {}, args, key), [key]: { ...page, connection } };
  },
  read(pages, { args }) {
    return pages && joinAll(pagesFrom(pages, pageKey(args)));
  },
};

/** Marks the pages that the one of these arguments continues. */
const withNext = (pages: Pages, args: Arguments, next: string): Pages =>
  Object.fromEntries(
    Object.entries(pages).map(([key, page]) => {
      const { endCursor } = page.connection.pageInfo ?? {};
      return [key, endCursor != null && endCursor === args?.['after'] ? { ...page, next } : page];
    }),
  );

/** A page and those after it. */
function pagesFrom(pages: Pages, start: string): readonly Connection[] {
  const found = new Map<string, Connection>();
  let key: string | undefined = start;
  while (key !== undefined && !found.has(key)) {
    const page: Page | undefined = pages[key];
    if (page === undefined) break;
    found.set(key, page.connection);
    key = page.next;
  }
  return [...found.values()];
}

function joinAll(pages: readonly Connection[]): Connection | undefined {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || first === last) return first;
  const edges = pages.flatMap((page) => page.edges ?? []);
  const nodes = pages.flatMap((page) => page.nodes ?? []);
  const { startCursor, hasPreviousPage } = first.pageInfo ?? {};
  return {
    ...last,
    edges: distinct(edges, ({ node = null }) => node),
    nodes: distinct(nodes, (node) => node),
    pageInfo: { ...last?.pageInfo, startCursor, hasPreviousPage },
  };
}

/**
 * Without records that have come with an earlier page: a list may have changed between two pages.
 */
function distinct<Value>(
  values: readonly Value[],
  itemOf: (value: Value) => Item,
): readonly Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const item = itemOf(value);
    if (!isReference(item)) return true;
    const isNew = !seen.has(item.__ref);
    seen.add(item.__ref);
    return isNew;
  });
}
