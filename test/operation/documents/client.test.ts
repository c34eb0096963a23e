import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, createRequest, fetchExchange, stringifyDocument } from '@urql/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, type Service } from '../../examples/serve.js';
import { connectSocket } from '../../system/http-client.js';
import { everything } from '../../system/test-system.js';
import { organizationText, sha256 } from './manifest.js';

const organization = gql`
  query Organization {
    organization {
      id
    }
  }
`;

function apolloOf({ url, credential }: Pick<Service, 'url' | 'credential'>, useGETForHashedQueries: boolean) {
  const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries });
  const http = new HttpLink({ uri: url, headers: { authorization: `Bearer ${credential}` } });
  const link = ApolloLink.from([persisted, http]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  onTestFinished(() => client.stop());
  return client;
}

const urqlOf = (url: string, preferGetMethod: boolean) =>
  new Client({
    url,
    preferGetMethod,
    exchanges: [fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${everything}` } },
  });

describe('Apollo Client’s PersistedQueryLink', () => {
  it.each([
    ['POST', false],
    ['GET', true],
  ])('falls back to the text once, and sends the hash alone from then on (%s)', async (_method, useGet) => {
    const service = await serve();
    const first = await apolloOf(service, useGet).query({ query: organization });
    expect(first.data).toMatchObject({ organization: { id: 'org_nordlicht' } });
    expect(service.operations()).toBe(2);
    const second = await apolloOf(service, useGet).query({ query: organization });
    expect(second.data).toEqual(first.data);
    expect(service.operations()).toBe(3);
  });

  it('sends the text from the second operation on where APQ is false', async () => {
    const { url } = await connectSocket({}, { settings: { APQ: 'false' } });
    const client = apolloOf({ url: `${url}/graphql`, credential: everything }, false);
    const { data } = await client.query({ query: organization });
    expect(data).toMatchObject({ organization: { id: 'org_nordlicht' } });
  });
});

describe('urql', () => {
  // urql sends a text of its own printing, and its persistedExchange hashes that.
  const persistedQuery = {
    version: 1,
    sha256Hash: sha256(stringifyDocument(createRequest(organizationText, {}).query)),
  } as const;

  it.each([
    ['POST', false],
    ['GET', true],
  ])(
    'finds the message that its persistedExchange looks for, and registers by `miss` (%s)',
    async (_method, useGet) => {
      const client = urqlOf((await serve()).url, useGet);
      const missed = await client.executeQuery(createRequest(organizationText, {}, { persistedQuery }));
      expect(missed.error?.graphQLErrors.map(({ message }) => message)).toEqual(['PersistedQueryNotFound']);
      const extensions = { persistedQuery: { ...persistedQuery, miss: true } } as const;
      const sent = await client.executeQuery(createRequest(organizationText, {}, extensions));
      expect(sent.data).toEqual({ organization: { id: 'org_nordlicht' } });
      const found = await client.executeQuery(createRequest(organizationText, {}, { persistedQuery }));
      expect(found.data).toEqual(sent.data);
    },
  );
});
