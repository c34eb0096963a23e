import {
  type Criteria,
  type FilterInput,
  type Finder,
  type OrderInput,
  readCriteria,
} from '../../find/finder.js';
import type { Identified } from '../../partner/collection.js';
import { asError } from '../../partner/error.js';
import type { Context } from '../builder.js';
import type { PageArguments } from '../page-arguments.js';
import { readOnce } from '../read-once.js';

/** The arguments of a connection that can be filtered and ordered, after coercion. */
export interface FindArguments extends PageArguments {
  readonly filter?: FilterInput | null | undefined;
  readonly orderBy?: OrderInput | null | undefined;
}

/**
 * What the arguments find; undefined where they neither filter nor order. Computed or refused once for equal arguments:
 * each text is folded and each list sorted.
 *
 * @throws PartnerError BAD_USER_INPUT for a value that no record can be compared with
 */
export function criteriaOf<T extends Identified>(
  context: Pick<Context, 'once'>,
  finder: Finder<T>,
  { filter, orderBy }: FindArguments,
): Criteria<T> | undefined {
  if (filter == null && orderBy == null) return undefined;
  const key = JSON.stringify(['criteria', finder.collection.name, filter, orderBy]);
  const criteria = readOnce<Criteria<T> | Error | undefined>(context, key, () => {
    try {
      return readCriteria(finder, filter, orderBy);
    } catch (error) {
      return asError(error);
    }
  });
  if (criteria instanceof Error) throw criteria;
  return criteria;
}
