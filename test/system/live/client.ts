import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { parse } from 'graphql';
import { createClient } from 'graphql-sse';
import { type GraphQLResponse, Network, Observable } from 'relay-runtime';
import { createSink, hours, type LiveService, type Watching } from './service.js';

type Watch = (service: Pick<LiveService, 'endpoint' | 'credential'>) => Watching;

const headersOf = ({ credential }: Parameters<Watch>[0]) => ({
  authorization: `Bearer ${credential}`,
});

const watchWithSse: Watch = (service) => {
  const sink = createSink();
  const client = createClient({ url: service.endpoint, headers: headersOf(service) });
  const leave = client.subscribe({ query: hours }, sink);
  return { ...sink, leave };
};

const watchWithUrql: Watch = (service) => {
  const sink = createSink();
  const client = new Client({
    url: service.endpoint,
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetchSubscriptions: true,
    fetchOptions: { headers: headersOf(service) },
  });
  const subscription = client.subscription(hours, {}).subscribe((result) => {
    // The last result repeats the one before.
    if (result.hasNext) sink.next(result);
    else sink.complete();
  });
  return { ...sink, leave: () => subscription.unsubscribe() };
};

const watchWithApollo: Watch = (service) => {
  const sink = createSink();
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: service.endpoint, headers: headersOf(service) }),
  });
  const subscription = client
    .subscribe({ query: parse(hours), errorPolicy: 'all' })
    .subscribe(sink);
  return { ...sink, leave: () => subscription.unsubscribe() };
};

/** Relay's network layer alone: its store needs no server. */
const watchWithRelay: Watch = (service) => {
  const sink = createSink();
  const client = createClient({ url: service.endpoint, headers: headersOf(service) });
  const network = Network.create(
    () => Promise.reject(new Error('The network layer serves a subscription.')),
    ({ text }, variables) =>
      Observable.create<GraphQLResponse>((observer) =>
        client.subscribe(
          { query: text ?? '', variables },
          {
            // Both types describe a GraphQL result.
            next: (event) => observer.next(event as GraphQLResponse),
            error: (reason) =>
              observer.error(reason instanceof Error ? reason : new Error(String(reason))),
            complete: () => observer.complete(),
          },
        ),
      ),
  );
  const parameters = { name: 'Hours', text: hours, id: null, cacheID: 'hours', metadata: {} };
  const subscription = network
    .execute({ operationKind: 'subscription', ...parameters }, {}, {})
    .subscribe(sink);
  return { ...sink, leave: () => subscription.unsubscribe() };
};

/** Each client of the documentation. */
export const clients: readonly (readonly [string, Watch])[] = [
  ['graphql-sse', watchWithSse],
  ['urql', watchWithUrql],
  ['Apollo Client', watchWithApollo],
  ['Relay with graphql-sse', watchWithRelay],
];
