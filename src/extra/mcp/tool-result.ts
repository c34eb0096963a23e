import { GraphQLError } from 'graphql';
import { isLongerThan } from '../../base/json-size.js';
import { isObject } from '../../document/parameters.js';
import type { OperationResult } from '../../operation/result.js';
import type { ErrorCode } from '../../partner/error.js';

/** The structured content of a call, before it is bounded. */
export type ToolContent = ReturnType<typeof toContent>;

/** Members of the cost that a model can use. */
const shownCosts = ['limit', 'estimated', 'cached', 'shared', 'requestId', 'plan'] as const;

export function toContent({ data, errors, extensions }: OperationResult) {
  const upstream = extensions?.upstream;
  const shown = upstream && shownCosts.map((name) => [name, upstream[name]] as const);
  const members = shown?.filter(([, value]) => value !== undefined && value !== 0) ?? [];
  const cost: { readonly requests: number; readonly [name: string]: unknown } = {
    requests: upstream?.requests ?? 0,
    ...Object.fromEntries(members),
  };
  return {
    data: data ?? null,
    ...(errors !== undefined && errors.length > 0 && { errors: errors.map(toToolError) }),
    cost,
  };
}

/** Whether a call has failed: there is an error, and no root field has a value. */
export function hasFailed({ data, errors }: ToolContent): boolean {
  if (errors === undefined) return false;
  return data === null || Object.values(data).every((value) => value === null);
}

/** An error of a result, with what to do about it. */
function toToolError({ message, path, extensions }: GraphQLError) {
  const { requiredScope, retryAfterSeconds } = extensions;
  const code = String(extensions['code']);
  const next = help[code];
  return {
    code,
    message,
    ...(path && { path }),
    ...(typeof requiredScope === 'string' && { requiredScope }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...(next !== undefined && { next }),
  };
}

/**
 * What a model is to do about an error. The texts are ours alone; there is none for the codes of
 * persisted queries.
 */
const help: Partial<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'Correct the document; a repetition does not help.',
  GRAPHQL_VALIDATION_FAILED:
    'Correct the arguments, or the document and its variables; a repetition does not help.',
  OPERATION_LIMIT_EXCEEDED:
    'Ask for less at once. If the façade has too many operations, try again later.',
  BAD_USER_INPUT: 'Correct the argument. A cursor goes only with the filter that it came with.',
  UNAUTHENTICATED:
    'Do not repeat the call. Tell the user that the credential is missing or not valid.',
  FORBIDDEN:
    'Do not repeat the call: the credential lacks the scope in requiredScope, and scopes cannot be added to it. Use what the rest of the result has, or ask the user for a credential with that scope.',
  NOT_FOUND:
    'The organization has no record with this id. Find the id with one of the tools that list. If a list is what was not found, tell the user.',
  HTTPS_REQUIRED:
    'Do not repeat the call. Tell the user: the operator of the façade has to correct this.',
  RATE_LIMITED:
    'The quota is used up. Wait retryAfterSeconds, or a minute if it is absent, then repeat the call once. Until then every call fails.',
  UPSTREAM_UNAVAILABLE: 'Try again once, later. If it fails again, tell the user.',
  UPSTREAM_TIMEOUT: 'Try again once, or ask for less.',
  UPSTREAM_INVALID_RESPONSE:
    'Use the rest of the result. Tell the user that the Partner API sent something unexpected.',
  UPSTREAM_BUDGET_EXCEEDED:
    'The call needs more REST requests than one may send. Ask for less: a smaller first, a narrower filter, fewer fields.',
  INTERNAL_SERVER_ERROR:
    'Do not repeat the call. Give the user the id in the message, for the operator.',
} satisfies Record<ErrorCode, string>;

export interface BoundContent extends ToolContent {
  readonly omittedErrors?: number;
  readonly truncated?: {
    readonly lists: readonly CutList[];
    readonly others?: number;
    readonly next: string;
  };
}

/** Content twice: as a value, and as its JSON for clients that show a model nothing but text. */
interface BoundResult {
  readonly content: BoundContent;
  readonly text: string;
}

/**
 * Bytes for the envelope of a result: the message around it, and what the server says of itself.
 */
const envelopeBytes = 1024;

/** Cut lists and errors that a result names. */
const maxNamed = 10;

/**
 * Bounds the structured content and its text together. Whole items are cut from the end of the
 * longest lists, to the greatest length with which everything fits.
 *
 * @param maxBytes of the JSON of the whole result (MCP_MAX_RESULT_BYTES)
 */
export function boundResult(content: ToolContent, maxBytes: number): BoundResult {
  const fit = (candidate: BoundContent): BoundResult | undefined => {
    // Its text is there twice. What is far too large is not printed to find that out.
    if (isLongerThan(candidate, maxBytes / 2)) return undefined;
    const text = JSON.stringify(candidate);
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
    return bytes + envelopeBytes <= maxBytes ? { content: candidate, text } : undefined;
  };
  const whole = fit(content);
  if (whole !== undefined) return whole;
  const shortened = withFewErrors(content);
  return longestThatFits((maxItems) => fit(cutTo(shortened, maxItems))) ?? withoutData(content);
}

/** From short to long, so that the work depends on what fits, not on what was read. */
function longestThatFits(
  fit: (maxItems: number) => BoundResult | undefined,
): BoundResult | undefined {
  let best = fit(0);
  let fits = 0;
  let fails = Infinity;
  while (best?.content.truncated !== undefined && fails - fits > 1) {
    const maxItems = fails === Infinity ? Math.max(1, 2 * fits) : (fits + fails) >> 1;
    const result = fit(maxItems);
    if (result === undefined) {
      fails = maxItems;
    } else {
      best = result;
      fits = maxItems;
    }
  }
  return best;
}

function withFewErrors(content: ToolContent): BoundContent {
  const { errors = [] } = content;
  if (errors.length <= maxNamed) return content;
  return { ...content, errors: errors.slice(0, maxNamed), omittedErrors: errors.length - maxNamed };
}

function cutTo(content: BoundContent, maxItems: number): BoundContent {
  const cuts: CutList[] = [];
  // A copy of an object is an object, of null null.
  const data = cutLists(content.data, maxItems, cuts) as ToolContent['data'];
  if (cuts.length === 0) return { ...content, data };
  const others = cuts.length - maxNamed;
  const lists = cuts.slice(0, maxNamed);
  return {
    ...content,
    data,
    truncated: { lists, ...(others > 0 && { others }), next: howToContinue },
  };
}

const howToContinue =
  'The lists were cut from their end because the result was too large. Repeat the call with the `after` of a list to read on; for a list without one, repeat it with `first` no larger than `shown`, or select less.';

/** Nothing of it fits, whatever is cut. */
function withoutData({ cost }: ToolContent): BoundResult {
  const message = 'The result is larger than MCP_MAX_RESULT_BYTES allows, also without its lists.';
  const { requests, limit } = cost;
  const content: BoundContent = {
    data: null,
    errors: [
      toToolError(new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } })),
    ],
    cost: { requests, ...(limit !== undefined && { limit }) },
  };
  return { content, text: JSON.stringify(content) };
}

/** A list that was cut, and how to get the rest. */
interface CutList {
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  /** Cursor after the last item that is shown. */
  readonly after?: string;
}

/** Copies a value with every list cut to `maxItems` items. */
function cutLists(value: unknown, maxItems: number, cuts: CutList[], path = ''): unknown {
  if (Array.isArray(value)) return cutList(value, maxItems, cuts, path);
  if (!isObject(value)) return value;
  const below = path === '' ? '' : `${path}.`;
  const members = Object.entries(value).map(
    ([name, each]) => [name, cutLists(each, maxItems, cuts, below + name)] as const,
  );
  const copy: Record<string, unknown> = Object.fromEntries(members);
  const { edges, nodes } = value;
  const isCut = [edges, nodes].some((list) => Array.isArray(list) && list.length > maxItems);
  if (isCut) correctPageInfo(copy['pageInfo'], edges, maxItems);
  return copy;
}

function cutList(list: readonly unknown[], maxItems: number, cuts: CutList[], path: string) {
  if (list.length > maxItems) {
    cuts.push({ path, shown: maxItems, of: list.length, ...continuation(list, maxItems) });
  }
  return list.slice(0, maxItems).map((each) => cutLists(each, maxItems, cuts, path));
}

/**
 * The page information of a cut connection describes what is shown: the cursor of the whole page
 * would skip what was cut.
 */
function correctPageInfo(pageInfo: unknown, edges: unknown, maxItems: number): void {
  if (!isObject(pageInfo)) return;
  const { after = null } = Array.isArray(edges) ? continuation(edges, maxItems) : {};
  if ('hasNextPage' in pageInfo) pageInfo['hasNextPage'] = true;
  if ('endCursor' in pageInfo) pageInfo['endCursor'] = after;
}

/** The cursor of the last edge that is shown. */
function continuation(list: readonly unknown[], maxItems: number): Pick<CutList, 'after'> {
  const last = list[maxItems - 1];
  return isObject(last) && typeof last['cursor'] === 'string' ? { after: last['cursor'] } : {};
}
