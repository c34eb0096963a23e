import { type FragmentSpreadNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from '../execution/selection.js';

/** Fragments of a cycle that an error names; its other ones are counted. */
const maxNamed = 10;

/**
 * The fragments that lead into a cycle, with the error of graphql-js for it (GraphQL, "Fragment
 * spreads must not form cycles"). No chain overflows the stack, as one of some thousands does in
 * graphql-js, and each fragment is visited once.
 *
 * @returns by the name of the fragment; empty where there is no cycle
 */
export function findFragmentCycles(fragments: Fragments): ReadonlyMap<string, GraphQLError> {
  const walk = new Walk(fragments);
  for (const name of Object.keys(fragments)) walk.start(name);
  return walk.errors;
}

/** The spreads of a selection, those of its fields included, in the order of the text. */
export function spreadsOf(selectionSet: SelectionSetNode): readonly FragmentSpreadNode[] {
  const spreads: FragmentSpreadNode[] = [];
  const waiting = [...selectionSet.selections].reverse();
  for (let selection = waiting.pop(); selection !== undefined; selection = waiting.pop()) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      spreads.push(selection);
    } else {
      for (const below of selection.selectionSet?.selections.toReversed() ?? []) {
        waiting.push(below);
      }
    }
  }
  return spreads;
}

/** A fragment whose spreads are being followed. */
interface Step {
  readonly name: string;
  readonly spreads: readonly FragmentSpreadNode[];
  /** How many of them were followed; the last one is being followed. */
  followed: number;
  error: GraphQLError | undefined;
}

/** Follows the spreads of fragments, depth first. */
class Walk {
  readonly errors = new Map<string, GraphQLError>();
  private readonly finished = new Set<string>();
  private readonly path: Step[] = [];
  /** Places on the path by the names of its fragments. */
  private readonly open = new Map<string, number>();

  constructor(private readonly fragments: Fragments) {}

  start(name: string): void {
    this.enter(name);
    for (let step = this.path.at(-1); step !== undefined; step = this.path.at(-1)) {
      const spread = step.spreads[step.followed];
      step.followed += 1;
      if (spread === undefined) this.leave(step);
      else this.follow(spread.name.value, step);
    }
  }

  private enter(name: string): void {
    const fragment = this.fragments[name];
    if (fragment === undefined || this.finished.has(name)) return;
    this.open.set(name, this.path.length);
    this.path.push({
      name,
      spreads: spreadsOf(fragment.selectionSet),
      followed: 0,
      error: undefined,
    });
  }

  private follow(name: string, step: Step): void {
    const place = this.open.get(name);
    if (place === undefined) this.enter(name);
    step.error ??= place === undefined ? this.errors.get(name) : this.cycleError(place);
  }

  private leave({ name, error }: Step): void {
    this.path.pop();
    this.open.delete(name);
    this.finished.add(name);
    if (error === undefined) return;
    this.errors.set(name, error);
    const around = this.path.at(-1);
    if (around !== undefined) around.error ??= error;
  }

  /** In the words of graphql-js. @param place where the cycle begins, which ends with the path */
  private cycleError(place: number): GraphQLError {
    const named = this.path.slice(place, place + maxNamed + 1);
    const [first, ...others] = named.map(({ name }) => `"${name}"`);
    const more = this.path.length - place - named.length;
    if (more > 0) others.push(`and ${more} more`);
    const via = others.length > 0 ? ` via ${others.join(', ')}` : '';
    const nodes = named.flatMap(({ spreads, followed }) => spreads[followed - 1] ?? []);
    return new GraphQLError(`Cannot spread fragment ${first} within itself${via}.`, { nodes });
  }
}
