import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, createRequest, fetchExchange, stringifyDocument } from '@urql/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, type Service } from '../examples/serve.js';
import { connectSocket } from './http-client.js';
import { everything } from './test-system.js';
import { organizationText, sha256 } from '../document/manifest.js';

const organization = gql`
  query Organization {
    organization {
      id
    }
  }
`;

function apolloOf(
  { url, credential }: Pick<Service, 'url' | 'credential'>,
  useGETForHashedQueries: boolean,
) {
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

const methods = [
  ['POST', false],
  ['GET', true],
] as const;

describe('Apollo Client’s PersistedQueryLink', () => {
  it.each(methods)(
    'sends the text once, and only the hash afterwards (%s)',
    async (_method, useGet) => {
      const service = await serve();
      const first = await apolloOf(service, useGet).query({ query: organization });
      expect(first.data).toMatchObject({ organization: { id: 'org_nordlicht' } });
      expect(service.operations()).toBe(2);
      const second = await apolloOf(service, useGet).query({ query: organization });
      expect(second.data).toEqual(first.data);
      expect(service.operations()).toBe(3);
    },
  );

  it('sends only the text after the first operation if APQ is false', async () => {
    const { url } = await connectSocket({}, { settings: { APQ: 'false' } });
    const client = apolloOf({ url: `${url}/graphql`, credential: everything }, false);
    const { data } = await client.query({ query: organization });
    expect(data).toMatchObject({ organization: { id: 'org_nordlicht' } });
  });
});

// urql prints the document again, and its persistedExchange hashes that text.
const persistedQuery = {
  version: 1,
  sha256Hash: sha256(stringifyDocument(createRequest(organizationText, {}).query)),
} as const;

it.each(methods)(
  'urql receives the message that it expects, and registers with `miss` (%s)',
  async (_name, useGet) => {
    const client = urqlOf((await serve()).url, useGet);
    const missed = await client.executeQuery(
      createRequest(organizationText, {}, { persistedQuery }),
    );
    expect(missed.error?.graphQLErrors.map(({ message }) => message)).toEqual([
      'PersistedQueryNotFound',
    ]);
    const extensions = { persistedQuery: { ...persistedQuery, miss: true } } as const;
    const sent = await client.executeQuery(createRequest(organizationText, {}, extensions));
    expect(sent.data).toEqual({ organization: { id: 'org_nordlicht' } });
    const found = await client.executeQuery(
      createRequest(organizationText, {}, { persistedQuery }),
    );
    expect(found.data).toEqual(sent.data);
  },
);
