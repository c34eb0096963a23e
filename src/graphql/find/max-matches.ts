import { isUsableId } from '../../partner/id.js';
import { onceFor } from '../../execution/coercion.js';
import { memberOf } from '../list-argument.js';
import type { AnyFinder } from './criteria.js';

/** How many records can match a filter as the client has sent it; infinitely many where nothing bounds them. */
export const maxMatchesOf =
  ({ members }: AnyFinder<never>) =>
  (filter: unknown): number => {
    const bounds = Object.keys(members).map((name) => {
      const value = memberOf(filter, name);
      if (Array.isArray(value) && value.length === 0) return 0;
      if (name !== 'idIn' || value == null) return Infinity;
      return countUsable(Array.isArray(value) ? value : [value]);
    });
    return Math.min(...bounds);
  };

/** Aliases share the list of a variable. */
const countUsable = onceFor(
  (ids: readonly unknown[]) => ids.filter((id) => typeof id !== 'string' || isUsableId(id)).length,
);
