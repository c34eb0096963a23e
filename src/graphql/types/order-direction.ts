import { builder } from '../builder.js';
import type { InputFields } from '../find/filter-input.js';

const OrderDirectionRef = builder.enumType('OrderDirection', {
  description:
    'The direction of an order. Missing and unknown values come last in both; ties are ordered by id.',
  values: {
    ASC: { description: 'Smallest value first.' },
    DESC: { description: 'Largest value first.' },
  } as const,
});

/** The member that the order of every collection has beside its field. */
export const directionMember = (t: InputFields) => ({
  direction: t.field({
    type: OrderDirectionRef,
    required: true,
    defaultValue: 'ASC',
    description: 'The direction; ascending by default.',
  }),
});
