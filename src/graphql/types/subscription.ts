import { builder, QueryRef } from '../builder.js';

builder.subscriptionType({
  description:
    'Results that stay up to date. One poll of the Partner API serves all subscribers of a credential with the same operation.',
});

builder.subscriptionField('live', (t) =>
  t.field({
    type: QueryRef,
    description:
      'The result now, and again whenever it has changed, over `text/event-stream` or `multipart/mixed`. Each poll costs what ' +
      'the query costs, once for all subscribers of a credential.',
    args: {
      everySeconds: t.arg.int({
        defaultValue: 15,
        description: 'Seconds between two polls: 5 (LIVE_MIN_SECONDS) to 3600.',
      }),
    },
    subscribe(): AsyncIterable<object> {
      throw new Error('Subscriptions are polls of their query (`operation/live/`).');
    },
    resolve: () => ({}),
  }),
);
