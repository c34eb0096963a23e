import { builder } from '../builder.js';

export const CountPrecisionRef = builder.enumType('CountPrecision', {
  description: 'How far the figures of a summary can be trusted.',
  values: {
    EXACT: { description: 'Every visible record was read.' },
    AT_LEAST: {
      description:
        'Some records could not be read or break the contract: `errors` says why. The figures are those of the others.',
    },
  } as const,
});
