import { NoFragmentCyclesRule, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fragmentsOf } from '../../src/execution/selection.js';
import { schema } from '../../src/graphql/schema.js';
import { findFragmentCycles } from '../../src/document/fragment-cycle.js';

/** Fragments by their places, each with the places of those that it spreads. */
type Graph = readonly (readonly number[])[];

const textOf = (graph: Graph): string =>
  graph
    .map((spreads, name) => {
      // At different depths, and behind each other.
      const parts = spreads.map((into, place) =>
        place % 2 === 0 ? `...F${into}` : `... { id ...F${into} }`,
      );
      return `fragment F${name} on Organization { id ${parts.join(' ')} }`;
    })
    .join('\n');

/** Each graph of three fragments that spread any of the three. */
const graphs: readonly Graph[] = Array.from({ length: 8 ** 3 }, (_, number) =>
  [0, 1, 2].map((name) => [0, 1, 2].filter((into) => ((number >> (3 * name + into)) & 1) === 1)),
);

/** Whether a fragment reaches one that reaches itself. */
function leadsIntoCycle(graph: Graph, from: number): boolean {
  const reachedFrom = (start: number): ReadonlySet<number> => {
    const reached = new Set(graph[start]);
    for (const each of reached) for (const next of graph[each] ?? []) reached.add(next);
    return reached;
  };
  return [from, ...reachedFrom(from)].some((each) => reachedFrom(each).has(each));
}

describe('a cycle of fragments', () => {
  it('is found from each fragment that leads into one, and from no other', () => {
    for (const graph of graphs) {
      const found = findFragmentCycles(fragmentsOf(parse(textOf(graph))));
      const expected = graph.flatMap((_, name) =>
        leadsIntoCycle(graph, name) ? [`F${name}`] : [],
      );
      expect([...found.keys()].sort()).toEqual(expected);
    }
  });

  it('has the error that graphql gives, where each fragment is in one cycle at most', () => {
    for (const graph of graphs.filter((each) => each.every((spreads) => spreads.length <= 1))) {
      const document = parse(textOf(graph));
      const known = validate(schema, document, [NoFragmentCyclesRule]);
      const found = new Set(findFragmentCycles(fragmentsOf(document)).values());
      expect([...found].map(({ message }) => message)).toEqual(known.map(({ message }) => message));
    }
  });
});
