import { Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import type { Fragments } from '../../execution/selection.js';
import { isIncrementalDirective } from './checked-operation.js';

/** A selection set with its fragments expanded. */
export class Measure {
  /** Levels of fields. */
  depth = 0;
  aliases = 0;
  /** Characters of the longest alias. */
  aliasLength = 0;
  /** Fields and fragments, each as often as it is reached. */
  parts = 0;
  /** Levels of selection sets, those of fragments included. */
  nesting = 0;
  /** `@defer` and `@stream`. */
  incremental = 0;
  /** How many of its selections are counted. */
  private counted = 0;

  constructor(readonly selectionSet: SelectionSetNode) {}

  /** Counts selections up to one over a selection set that is not measured, which is returned. */
  countUntilUnknown(fragments: Fragments, measured: MeasureMap): SelectionSetNode | undefined {
    const { selections } = this.selectionSet;
    for (let next = selections[this.counted]; next !== undefined; next = selections[this.counted]) {
      const opened = next.kind === Kind.FRAGMENT_SPREAD ? fragments[next.name.value] : next;
      const inside = opened?.selectionSet;
      const below = inside && measured.get(inside);
      if (inside !== undefined && below === undefined) return inside;
      this.count(next, below);
      this.counted += 1;
    }
    return undefined;
  }

  private count(selection: SelectionNode, below: Measure | undefined): void {
    this.depth = Math.max(
      this.depth,
      (below?.depth ?? 0) + (selection.kind === Kind.FIELD ? 1 : 0),
    );
    const alias = selection.kind === Kind.FIELD ? selection.alias : undefined;
    this.aliases += (below?.aliases ?? 0) + (alias === undefined ? 0 : 1);
    this.aliasLength = Math.max(
      this.aliasLength,
      below?.aliasLength ?? 0,
      alias?.value.length ?? 0,
    );
    this.parts += (below?.parts ?? 0) + 1;
    this.nesting = Math.max(this.nesting, (below?.nesting ?? 0) + 1);
    const incremental = (selection.directives ?? []).filter(isIncrementalDirective).length;
    this.incremental += (below?.incremental ?? 0) + incremental;
  }
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
  const outermost = new Measure(root);
  const open = [outermost];
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const unknown = inner.countUntilUnknown(fragments, measured);
    if (unknown !== undefined) {
      open.push(new Measure(unknown));
    } else {
      measured.set(inner.selectionSet, inner);
      open.pop();
    }
  }
  return outermost;
}
