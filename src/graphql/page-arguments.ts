import type { InputShapeFromFields } from '@pothos/core';
import {
  type FieldNode,
  getNamedType,
  type GraphQLResolveInfo,
  isObjectType,
  responsePathAsArray,
} from 'graphql';
import { fromVariableValues } from '../execution/coercion.js';
import { FieldCollector } from '../execution/collect-fields.js';
import { PartnerError } from '../partner/error.js';
import { quote } from '../partner/quote.js';
import { type NumberedRequest, type WindowRequest } from '../paging/window.js';
import { builder, type Context } from './builder.js';

export const pageArguments = builder.args((t) => ({
  first: t.int({
    description:
      'Maximum number of items from the start, or after `after`: 0 to 1000 by default (MAX_PAGE_SIZE). 20 if neither `first` nor `last` is set.',
  }),
  after: t.string({
    description:
      'Cursor of the item to continue after, from this list with the same filter and order. Goes with `first`.',
  }),
  last: t.int({
    description:
      'Maximum number of items from the end, or before `before`: 0 to 1000 by default (MAX_PAGE_SIZE).',
  }),
  before: t.string({
    description:
      'Cursor of the item to continue before, from this list with the same filter and order. Goes with `last`.',
  }),
  page: t.int({
    description:
      'Page number from 1, for numbered pagers. With `first` of 1 to 100 (default 20) it selects exactly that REST page, ' +
      'which has fewer items if some are hidden. With a filter or an order it selects that page of the matches, and `first` ' +
      'may be up to 1000 (MAX_PAGE_SIZE). Excludes `after`, `before` and `last`.',
  }),
}));

/** As a client sends them. */
export type PageArguments = InputShapeFromFields<typeof pageArguments>;

/** The page that the arguments describe; `P` is what a cursor holds. */
export type PageRequest<P> = WindowRequest<P> | NumberedRequest;

/** The list that arguments are checked for. */
export interface PagedBy<P> {
  /** What a cursor holds; undefined for a text that is no cursor of this list. */
  readonly decode: (cursor: string) => P | undefined;
  /** Maximum `first` or `last` (MAX_PAGE_SIZE). */
  readonly maxPageSize: number;
  /** Maximum `first` beside `page`. */
  readonly maxNumbered: number;
  /** Whether it has all items where neither `first`, `last` nor `page` says how many. */
  readonly isExported: boolean;
}

/** Items of a connection without `first` and `last` (contract, "Limits": the REST default). */
export const defaultSize = 20;

/** Checks the arguments of a connection. Throws BAD_USER_INPUT with the argument, its value and what is allowed. */
export function readPageArguments<P>(args: PageArguments, list: PagedBy<P>): PageRequest<P> {
  const { first, after, last, before, page } = args;
  if (page != null) return readPageNumber(args, page, list.maxNumbered);
  if (first != null && last != null) throw refused('first and last cannot be combined: ask for one of them');
  if (first != null && before != null) throw refused('first goes with after, not with before');
  if (last != null && after != null) throw refused('last goes with before, not with after');
  if (after != null && before != null)
    throw refused('after and before cannot be combined: ask for one of them');
  const isBackward = last != null || before != null;
  const from = isBackward ? readCursor('before', before, list) : readCursor('after', after, list);
  const given = isBackward ? last : first;
  const size =
    given == null && list.isExported
      ? Infinity
      : checkSize(isBackward ? 'last' : 'first', given ?? defaultSize, list.maxPageSize);
  return { direction: isBackward ? 'backward' : 'forward', size, from };
}

function readPageNumber(args: PageArguments, page: number, maxNumbered: number): NumberedRequest {
  const { first, after, last, before } = args;
  if (after != null || before != null || last != null)
    throw refused('page goes with first alone, not with after, before or last');
  if (page < 1) throw refused(`page is ${page}, and must be 1 or more`);
  const limit = first ?? defaultSize;
  if (limit < 1 || limit > maxNumbered)
    throw refused(`first is ${limit}, and must be 1 to ${maxNumbered} where page is given`);
  return { page, limit };
}

/** @throws PartnerError BAD_USER_INPUT */
export function checkSize(name: string, size: number, maxPageSize: number): number {
  if (size >= 0 && size <= maxPageSize) return size;
  throw refused(`${name} is ${size}, and must be 0 to ${maxPageSize} (MAX_PAGE_SIZE)`);
}

function readCursor<P>(name: string, cursor: string | null | undefined, list: PagedBy<P>): P | undefined {
  if (cursor == null) return undefined;
  const place = list.decode(cursor);
  if (place !== undefined) return place;
  throw refused(
    `${name} is ${quote(cursor, 60)}, which is not a cursor of this connection: pass one that it has given out, with ` +
      'the same filter and order',
  );
}

export const refused = (what: string): PartnerError =>
  new PartnerError('BAD_USER_INPUT', `Unusable arguments: ${what}.`);

/** What a selection asks of a connection, `@skip` and `@include` applied. */
export interface ConnectionParts {
  /** Whether anything but the total is selected. */
  readonly items: boolean;
  readonly total: boolean;
  /** Whether all items are read where no argument says how many: it is exported. */
  readonly isExported: boolean;
}

const partsByNodes = new WeakMap<readonly FieldNode[], ConnectionParts>();

/**
 * Computed once for each array of nodes, which one execution has collected, or one variant of a compiled query: within
 * it, `@skip` and `@include` have the same values. Throws a GraphQLError for one of null, before anything is read.
 */
export function selectedParts(info: GraphQLResolveInfo, { exportedPath }: Context): ConnectionParts {
  let parts = partsByNodes.get(info.fieldNodes);
  if (parts === undefined) partsByNodes.set(info.fieldNodes, (parts = computeParts(info)));
  if (exportedPath === undefined || responsePathAsArray(info.path).join('.') !== exportedPath) return parts;
  return { ...parts, isExported: true };
}

function computeParts(info: GraphQLResolveInfo): ConnectionParts {
  const { schema, fragments, fieldNodes } = info;
  const variables = fromVariableValues(info.variableValues);
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) throw new Error(`${type.name} is no connection.`);
  const collector = new FieldCollector(schema, fragments, variables, undefined);
  const nodes = fieldNodes.map((node) => ({ node }));
  const [{ fields }] = collector.collect(type, nodes);
  const names = new Set([...fields.values()].map(([{ node }]) => node.name.value));
  return {
    items: names.has('edges') || names.has('nodes') || names.has('pageInfo'),
    total: names.has('totalCount'),
    isExported: false,
  };
}
