import type { Variables } from '../../execution/coercion.js';
import type { FieldCost } from './field-cost.js';

/** A field that reads from the Partner API, takes a list, or has such a field below it. */
export interface SelectedField {
  /** Type and response name: fields of one key are one field. */
  readonly key: string;
  /** Response names from the root, for example `screens.nodes.playbackConfiguration`. */
  readonly path: string;
  /** Undefined where it reads nothing. */
  readonly reads: FieldCost | undefined;
  /** Arguments that are lists. */
  readonly lists: readonly string[];
  /** The value of an argument; undefined for null and for one that is not given. */
  readonly argument: (name: string, variables: Variables) => unknown;
  readonly isIncluded: IsIncluded;
  /** Whether anything but the total of a connection is selected. */
  readonly showsItems: boolean;
  /** Entries of a list whose length no argument gives; 1 for anything else. */
  readonly usualLength: number;
  readonly fields: readonly SelectedField[];
}

/** Whether a selection applies, with the variables as the client sent them. */
export type IsIncluded = (variables: Variables) => boolean;

export const always: IsIncluded = () => true;

export const both = (outer: IsIncluded, inner: IsIncluded): IsIncluded =>
  outer === always ? inner : inner === always ? outer : (variables) => outer(variables) && inner(variables);

/** Merges fields of one key, as execution does: they have the same arguments. */
export function mergeFields(found: readonly SelectedField[]): SelectedField[] {
  const groups = new Map<string, SelectedField[]>();
  for (const field of found) {
    const group = groups.get(field.key);
    if (group === undefined) groups.set(field.key, [field]);
    else group.push(field);
  }
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : [mergeGroup(group)]));
}

function mergeGroup(group: readonly SelectedField[]): SelectedField {
  const [first] = group;
  if (first === undefined) throw new Error('A group has a field.');
  const conditions = group.map(({ isIncluded }) => isIncluded);
  const fields = group.flatMap((field) =>
    field.fields.map((below) => ({ ...below, isIncluded: both(field.isIncluded, below.isIncluded) })),
  );
  return {
    ...first,
    isIncluded: conditions.includes(always)
      ? always
      : (variables) => conditions.some((each) => each(variables)),
    showsItems: group.some(({ showsItems }) => showsItems),
    fields: mergeFields(fields),
  };
}
