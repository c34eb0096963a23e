import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { describe, expect, it, onTestFinished } from 'vitest';
import { partnerErrors } from '../../../src/client/index.js';
import { expectOnPage, pinned, resultTable } from '../../docs/conformance.js';
import { nginxIsMissing, startNginx } from '../../rig/nginx.js';
import { until } from '../../rig/wait.js';
import { clients } from './client.js';
import { hours, startLive, type Watching } from './service.js';

type Watch = (typeof clients)[number][1];

/** A subscription of a client, after its first event. */
async function open(watch: Watch, service: Parameters<Watch>[0]): Promise<Watching> {
  const watching = watch(service);
  onTestFinished(watching.leave);
  await until('the first event', () => watching.events.length > 0);
  return watching;
}

describe.each(clients)('%s', (_name, watch) => {
  it('shows the answer at once and each change, and leaves no stream', async () => {
    const service = await startLive();
    const { events, leave, ended } = await open(watch, service);
    expect(events[0]?.on).toHaveLength(8);
    service.change();
    await until('the second event', () => events.length > 1);
    expect(events[1]?.on).not.toEqual(events[0]?.on);
    service.change();
    await until('the third event', () => events.length > 2);
    expect(events[2]).toEqual(events[0]);
    expect(await service.streams()).toBe(1);
    expect(ended()).toBeUndefined();
    leave();
    await service.untilStreams(0);
  });

  it('shows that the credential was revoked, and ends', async () => {
    const service = await startLive();
    const { events, ended } = await open(watch, service);
    service.revoke();
    await until('the error', () => events.length > 1);
    expect(events[1]).toEqual({ on: undefined, codes: ['UNAUTHENTICATED'] });
    await service.untilStreams(0);
    await until('the end', () => ended() !== undefined);
    expect(ended()).toBe('complete');
  });
});

/** The first thing that graphql-sse tells a subscriber. */
const endOf = (client: ReturnType<typeof createClient>): Promise<unknown> =>
  new Promise((resolve) => {
    const sink = { next: resolve, error: resolve, complete: () => resolve('complete') };
    client.subscribe({ query: hours }, sink);
  });

describe('graphql-sse', () => {
  it('is refused in its single connection mode: the façade keeps no stream for later requests', async () => {
    const { endpoint: url, credential } = await startLive();
    const headers = { authorization: `Bearer ${credential}` };
    const client = createClient({ url, headers, singleConnection: true, retryAttempts: 0 });
    const reason = await endOf(client);
    expect(reason).toMatchObject({ response: { status: 405 } });
  });
});

const why = nginxIsMissing === undefined ? '' : ` (SKIPPED: ${nginxIsMissing})`;

describe.skipIf(nginxIsMissing)(`through nginx with its defaults${why}`, () => {
  it.each(clients)(
    '%s gets each event when it happens, and leaves no stream',
    async (_name, watch) => {
      const service = await startLive();
      const site = (address: string): string =>
        `server { listen ${address}; location / { proxy_pass ${service.url}; } }`;
      const endpoint = `${await startNginx(site)}/graphql`;
      const { events, leave, ended } = await open(watch, { ...service, endpoint });
      service.change();
      await until('the second event', () => events.length > 1);
      expect(events[1]?.on).not.toEqual(events[0]?.on);
      expect(ended()).toBeUndefined();
      leave();
      await service.untilStreams(0);
    },
  );
});

/** Breaks the Partner API for a while: one event says so, and one that it works again. */
const outage = [{ status: 503 }];

describe('what docs/clients.md says about clients', () => {
  it('graphql-sse retries a refused credential five times, and not at all with retryAttempts: 0', async () => {
    const { endpoint } = await startLive();
    const requestsOf = async (retryAttempts?: number): Promise<number> => {
      let requests = 0;
      const client = createClient({
        url: endpoint,
        retry: () => Promise.resolve(),
        ...(retryAttempts !== undefined && { retryAttempts }),
        fetchFn: (...given: Parameters<typeof fetch>) => {
          requests += 1;
          return fetch(...given);
        },
      });
      await endOf(client);
      return requests;
    };
    expect(await requestsOf()).toBe(6);
    expect(await requestsOf(0)).toBe(1);
  });

  it('urql keeps its error after the recovery', async () => {
    const { endpoint, credential, simulator } = await startLive();
    const client = new Client({
      url: endpoint,
      preferGetMethod: false,
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      fetchOptions: { headers: { authorization: `Bearer ${credential}` } },
    });
    const seen: (readonly [boolean, number])[] = [];
    const subscription = client
      .subscription<{ live: { screens: object | null } }>(hours, {})
      .subscribe(({ data, error }) => {
        seen.push([data?.live.screens != null, partnerErrors(error).length]);
      });
    onTestFinished(() => subscription.unsubscribe());
    await until('the first event', () => seen.length === 1);
    simulator.setFaults(outage);
    await until('the outage', () => seen.length === 2);
    simulator.setFaults([]);
    await until('the recovery', () => seen.length === 3);
    expect(seen).toEqual([
      [true, 0],
      [false, 1],
      [true, 1],
    ]);
  });

  it('Apollo Client drops the data beside errors without errorPolicy: all', async () => {
    const { endpoint, credential, simulator } = await startLive();
    const link = new HttpLink({
      uri: endpoint,
      headers: { authorization: `Bearer ${credential}` },
    });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const seen: unknown[] = [];
    const subscription = client
      .subscribe({ query: gql(hours) })
      .subscribe(({ data }) => seen.push(data));
    onTestFinished(() => subscription.unsubscribe());
    await until('the first event', () => seen.length === 1);
    simulator.setFaults(outage);
    await until('the outage', () => seen.length === 2);
    expect(seen[0]).toBeDefined();
    expect(seen[1]).toBeUndefined();
  });
});

it('the clients are on the page of conformance', async ({ task }) => {
  const versions = ['graphql-sse', '@urql/core', '@apollo/client', 'relay-runtime'].map((name) =>
    pinned(name),
  );
  const intro = `What the clients ${versions.join(', ')} do with a subscription:`;
  const isClient = (group: string): boolean => clients.some(([name]) => name === group);
  const results = resultTable(task.file, (group) => (isClient(group) ? group : undefined));
  await expectOnPage({ Subscriptions: `${intro}\n\n${results}` });
});
