import { stringifyDocument } from 'urql';
import type { Cost, Entry, SyntaxTree } from '../data/entry.js';

/** What the drawer shows of an operation, beside its cost. */
export const textOf = ({ document, variables }: Entry) => ({
  name: nameOf(document),
  /** The whole document, fragments included. */
  query: stringifyDocument(document)
    .trim()
    .replace(/(?<!\n)\n+fragment /g, '\n\nfragment '),
  /** JSON, indented; `{}` without any. */
  variables: JSON.stringify(variables, null, 2),
});

export function nameOf(document: SyntaxTree): string {
  for (const definition of document.definitions)
    if (definition.kind === 'OperationDefinition' && definition.name) return definition.name.value;
  return 'Unnamed operation';
}

/**
 * GraphiQL with a query in its editor.
 *
 * @returns an address that keeps the query behind the `#`, so that no access log has it
 */
export const graphiqlHref = ({ query, variables }: ReturnType<typeof textOf>): string =>
  `/graphql#${new URLSearchParams({ query, variables }).toString()}`;

/** The members of `extensions.upstream`, in the order of `docs/cost.md`. */
export const counts = [
  { member: 'requests', title: 'Sent', meaning: 'REST requests sent, retries included' },
  { member: 'cached', title: 'Cached', meaning: 'responses that were kept and young enough' },
  {
    member: 'deduplicated',
    title: 'Deduplicated',
    meaning: 'repeated reads that an earlier one served',
  },
  { member: 'primed', title: 'Primed', meaning: 'records that a list had already returned' },
  { member: 'swept', title: 'Swept', meaning: 'single reads that pages of the list replaced' },
  {
    member: 'shared',
    title: 'Shared',
    meaning: 'responses that another operation was waiting for',
  },
] as const satisfies readonly { member: keyof Cost; title: string; meaning: string }[];

/** A REST request of a traced operation. */
interface TracedRequest {
  readonly operation: string;
  readonly path: string;
  /** What the credential needs for it; empty where any credential will do. */
  readonly scope: string;
  /** Of the response, or a word for what came instead. */
  readonly status: string;
  readonly milliseconds: number;
  /** From 1: requests of one wave do not wait for each other. */
  readonly wave: number;
}

/** A request with its place in the waterfall. */
export interface Bar extends TracedRequest {
  /** Shares of the whole width, 0 to 1. */
  readonly start: number;
  readonly width: number;
}

/** Reads `extensions.upstream.trace`, which comes from the network; empty where there is none. */
export function readTrace(cost: object | undefined): readonly TracedRequest[] {
  const trace: unknown = cost && 'trace' in cost ? cost.trace : undefined;
  if (!Array.isArray(trace)) return [];
  return trace.filter(isRecord).map((each) => ({
    operation: asText(each['operation']),
    path: asText(each['path']),
    scope: asText(each['scope']),
    status: asText(each['status']),
    milliseconds: asNumber(each['milliseconds']),
    wave: asNumber(each['wave']),
  }));
}

/** Lays requests out: a wave begins when the slowest request of the wave before has ended. */
export function toBars(requests: readonly TracedRequest[]): readonly Bar[] {
  const waves = [...new Set(requests.map(({ wave }) => wave))].sort((one, other) => one - other);
  const starts = new Map<number, number>();
  let total = 0;
  for (const wave of waves) {
    starts.set(wave, total);
    total += Math.max(
      ...requests.filter((each) => each.wave === wave).map((each) => each.milliseconds),
    );
  }
  return requests.map((request) => ({
    ...request,
    start: total === 0 ? 0 : (starts.get(request.wave) ?? 0) / total,
    width: total === 0 ? 1 : request.milliseconds / total,
  }));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);
