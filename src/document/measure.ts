import { Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import type { Fragments } from '../execution/selection.js';
import { isIncrementalDirective } from './checked-operation.js';

/** A selection set with its fragments expanded. */
export interface Measure {
  /** Levels of fields. */
  readonly depth: number;
  readonly aliases: number;
  /** Characters of the longest alias. */
  readonly aliasLength: number;
  /** Fields and fragments, each as often as it is reached. */
  readonly parts: number;
  /** Levels of selection sets, those of fragments included. */
  readonly nesting: number;
  /** `@defer` and `@stream`. */
  readonly incremental: number;
}

type MeasureMap = Map<SelectionSetNode, Measure>;

/**
 * Measures each fragment once, so that fragments that double at each level are cheap. No chain of
 * them overflows the stack.
 *
 * @param fragments without a cycle
 * @param measured receives all selection sets that are reached
 */
export function measure(
  root: SelectionSetNode,
  fragments: Fragments,
  measured: MeasureMap,
): Measure {
  const outermost = new Counter(root);
  const open = [outermost];
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const unknown = inner.countUntilUnknown(fragments, measured);
    if (unknown === undefined) {
      measured.set(inner.selectionSet, inner.measure);
      open.pop();
    } else {
      open.push(new Counter(unknown));
    }
  }
  return outermost.measure;
}

const nothing: Measure = {
  depth: 0,
  aliases: 0,
  aliasLength: 0,
  parts: 0,
  nesting: 0,
  incremental: 0,
};

/** Counts a selection set, one selection after the other. */
class Counter {
  private total = nothing;
  /** How many of its selections are counted. */
  private counted = 0;

  constructor(readonly selectionSet: SelectionSetNode) {}

  /** Of the selections that are counted. */
  get measure(): Measure {
    return this.total;
  }

  /** Counts selections up to one over a selection set that is not measured, which is returned. */
  countUntilUnknown(fragments: Fragments, measured: MeasureMap): SelectionSetNode | undefined {
    const { selections } = this.selectionSet;
    for (let next = selections[this.counted]; next !== undefined; next = selections[this.counted]) {
      const opened = next.kind === Kind.FRAGMENT_SPREAD ? fragments[next.name.value] : next;
      const inside = opened?.selectionSet;
      const below = inside === undefined ? nothing : measured.get(inside);
      if (below === undefined) return inside;
      this.total = addSelection(this.total, next, below);
      this.counted += 1;
    }
    return undefined;
  }
}

/** @param below what the selection selects */
function addSelection(total: Measure, selection: SelectionNode, below: Measure): Measure {
  const isField = selection.kind === Kind.FIELD;
  const alias = isField ? selection.alias?.value : undefined;
  const { directives = [] } = selection;
  const incremental = directives.filter(isIncrementalDirective).length;
  return {
    depth: Math.max(total.depth, below.depth + (isField ? 1 : 0)),
    aliases: total.aliases + below.aliases + (alias === undefined ? 0 : 1),
    aliasLength: Math.max(total.aliasLength, below.aliasLength, alias?.length ?? 0),
    parts: total.parts + below.parts + 1,
    nesting: Math.max(total.nesting, below.nesting + 1),
    incremental: total.incremental + below.incremental + incremental,
  };
}
