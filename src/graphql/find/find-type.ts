import { onceFor } from '../../base/once.js';
import type { Finder } from '../../find/finder.js';
import type { CountType, ValueCount } from '../../find/summary.js';
import type { Identified } from '../../partner/collection.js';
import { builder, mapValues, type ObjectRef } from '../builder.js';
import type { Summary } from './search.js';

/** The input of a filter: `ScreenFilter`, for example. */
export const filterType = <T extends Identified>({ collection, noun, members }: Finder<T>) =>
  builder.inputType(`${collection.type}Filter`, {
    description:
      `Selects ${noun}s. A record must match every member that is set, and of a list at least one value: an empty list ` +
      'matches nothing. A null or absent member matches everything.',
    // The schema cannot be built with a name that is none of its types.
    fields: (t) =>
      mapValues(members, ({ type, description }) =>
        t.field({ type: type as 'String', description }),
      ),
  });

export function orderType<T extends Identified>({ collection, noun, orders }: Finder<T>) {
  const direction = directionType(builder);
  const field = builder.enumType(`${collection.type}OrderField`, {
    description: `What ${noun}s can be ordered by.`,
    values: mapValues(orders, ({ description }) => ({ description })),
  });
  return builder.inputType(`${collection.type}Order`, {
    description: `The order of ${noun}s. Without one they come as the Partner API lists them.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to order by.' }),
      direction: t.field({
        type: direction,
        required: true,
        defaultValue: 'ASC',
        description: 'The direction; ascending by default.',
      }),
    }),
  });
}

/**
 * The one enum of all orders. The schema prints its types in the order in which they are made, so
 * it is not made while this module loads, but with the first type that has it as a field.
 */
const directionType = onceFor((made: typeof builder) =>
  made.enumType('OrderDirection', {
    description:
      'The direction of an order. Missing and unknown values come last in both; ties are ordered by id.',
    values: {
      ASC: { description: 'Smallest value first.' },
      DESC: { description: 'Largest value first.' },
    } as const,
  }),
);

export function summaryType<T extends Identified>({
  collection,
  noun,
  figures,
  summaryDescription,
}: Finder<T>): ObjectRef<Summary> {
  const precision = precisionType(builder);
  const figureTypes = mapValues(figures, ({ type }) =>
    typeof type === 'string' ? type : [countType(noun, type)],
  );
  return builder.objectRef<Summary>(`${collection.type}Summary`).implement({
    description: `Figures of the ${noun}s that match, ${summaryDescription}`,
    fields: (t) => ({
      count: t.exposeInt('count', { description: `Number of ${noun}s.` }),
      precision: t.field({
        type: precision,
        description: `Whether all ${noun}s could be counted.`,
        resolve: ({ errors }) => (errors.length === 0 ? 'EXACT' : 'AT_LEAST'),
      }),
      ...mapValues(figures, ({ description, nullable = false }, name) =>
        t.field({
          // A figure has values of its type.
          type: figureTypes[name] as 'Int',
          nullable,
          description,
          resolve: (shown) => shown.figures[name] as number,
        }),
      ),
    }),
  });
}

const countType = (
  noun: string,
  { description, field, type, nullable = false, value, count }: CountType,
) =>
  builder.objectRef<ValueCount<string>>(`${type}Count`).implement({
    description: description ?? `How many ${noun}s have a ${field}.`,
    fields: (t) => ({
      [field]: t.field({
        // As above.
        type: type as 'String',
        nullable,
        description: value,
        resolve: (shown) => shown.value,
      }),
      count: t.exposeInt('count', { description: count ?? `Number of ${noun}s that have it.` }),
    }),
  });

/** The one enum of all summaries, made as that of the orders. */
const precisionType = onceFor((made: typeof builder) =>
  made.enumType('CountPrecision', {
    description: 'How far the figures of a summary can be trusted.',
    values: {
      EXACT: { description: 'Every visible record was read.' },
      AT_LEAST: {
        description:
          'Some records could not be read or break the contract: `errors` says why. The figures are those of the others.',
      },
    } as const,
  }),
);
