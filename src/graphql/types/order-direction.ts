import { builder } from '../builder.js';

export const OrderDirectionRef = builder.enumType('OrderDirection', {
  description:
    'The direction of an order. Missing and unknown values come last in both; ties are ordered by id.',
  values: {
    ASC: { description: 'Smallest value first.' },
    DESC: { description: 'Largest value first.' },
  } as const,
});
