import { ApolloClient, type ApolloCache, HttpLink } from '@apollo/client';
import { Defer20220824Handler, GraphQL17Alpha9Handler } from '@apollo/client/incremental';
import { onTestFinished } from 'vitest';
import type { ListOnScreen } from './list-on-screen.js';
import type { Service } from './serve.js';

/** Each format of `@defer`. */
export const incrementalHandlers = [Defer20220824Handler, GraphQL17Alpha9Handler];

/** Apollo Client with a cache, until the test ends. */
export function apolloClient(
  { url, credential }: Pick<Service, 'url' | 'credential'>,
  cache: ApolloCache,
  Handler = incrementalHandlers[0],
): ApolloClient {
  const link = new HttpLink({ uri: url, headers: { authorization: `Bearer ${credential}` } });
  // Apollo's own type of one handler lacks an undefined that the other one has.
  const incrementalHandler = Handler && (new Handler() as Defer20220824Handler);
  const client = new ApolloClient({
    cache,
    link,
    ...(incrementalHandler && { incrementalHandler }),
  });
  onTestFinished(() => client.stop());
  return client;
}

/** Reads and subscribes beside a list. */
export const readBeside = (client: ApolloClient): Pick<ListOnScreen, 'read' | 'listen'> => ({
  read: (document) => client.query({ query: document }),
  listen: (document) =>
    new Promise((resolve, reject) => {
      const events = client.subscribe({ query: document, errorPolicy: 'all' });
      const subscription = events.subscribe({ next: resolve, error: reject });
      onTestFinished(() => subscription.unsubscribe());
    }),
});
