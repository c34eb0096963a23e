import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { describe, expect, it, onTestFinished } from 'vitest';
import { partnerErrors } from '../../../src/client/index.js';
import { until } from '../../rig/wait.js';
import { hours, startLive } from './service.js';

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
      await new Promise((resolve) =>
        client.subscribe(
          { query: hours },
          { next: resolve, error: resolve, complete: () => resolve(undefined) },
        ),
      );
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
    const link = new HttpLink({ uri: endpoint, headers: { authorization: `Bearer ${credential}` } });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const seen: unknown[] = [];
    const subscription = client.subscribe({ query: gql(hours) }).subscribe(({ data }) => seen.push(data));
    onTestFinished(() => subscription.unsubscribe());
    await until('the first event', () => seen.length === 1);
    simulator.setFaults(outage);
    await until('the outage', () => seen.length === 2);
    expect(seen[0]).toBeDefined();
    expect(seen[1]).toBeUndefined();
  });
});
