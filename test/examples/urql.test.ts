import { Client, type Exchange, fetchExchange, gql, type OperationResult } from '@urql/core';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { hasCode, partnerErrors, ResultError } from '../../src/client/index.js';
import type { ScreensQuery } from '../../examples/apollo/generated/graphql.js';
import type { PlaylistsQuery } from '../../examples/urql/generated/graphql.js';
import { Screens } from '../../examples/apollo/src/document.js';
import { createCache } from '../../examples/urql/src/cache.js';
import { Items } from '../../examples/urql/src/document.js';
import { throwOnError } from '../../examples/urql/src/throw-on-error.js';
import { read } from '../docs/markdown.js';
import { AnyNode, HoursAndState, Zones } from './document.js';
import { breakScreen, expectListsApart, serve, type Service } from './serve.js';
import { thrownBy } from './thrown.js';

const schema = introspectionFromSchema(buildSchema(read('schema.strict.graphql')), { descriptions: false });

const clientOf = ({ url, credential }: Pick<Service, 'url' | 'credential'>, ...caches: readonly Exchange[]) =>
  new Client({
    url,
    preferGetMethod: false,
    exchanges: [...caches, fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${credential}` } },
  });

const codes = ({ error }: OperationResult) => partnerErrors(error).map(({ extensions }) => extensions.code);

describe('urql with the example’s cache', () => {
  it('joins three pages, in order, and requests only the new one', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    let after: string | null = null;
    let ids: (string | undefined)[] = [];
    for (let pages = 1; pages <= 3; pages += 1) {
      const { data }: OperationResult<ScreensQuery> = await client.query(Screens, { first: 2, after });
      ids = data?.screens.edges.map(({ node }) => node.id) ?? [];
      expect(ids).toHaveLength(2 * pages);
      expect(data?.screens.nodes.map((node) => node.id)).toEqual(ids);
      after = data?.screens.pageInfo.endCursor ?? null;
    }
    expect(service.operations()).toBe(3);
    const { data } = await clientOf(service, createCache(schema)).query(Screens, { first: 6 });
    expect(data?.screens.edges.map(({ node }) => node.id)).toEqual(ids);
  });

  it('keeps lists with another filter or order apart, and joins the pages of each', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    await expectListsApart(service, {
      readPage: (list, after) => client.query(Screens, { first: 2, after, ...list }).toPromise(),
      async show(list) {
        const { data } = await client.query(Screens, { first: 2, after: null, ...list });
        const names = data?.screens.edges.map(({ node }) => node.name) ?? [];
        return { names, endCursor: data?.screens.pageInfo.endCursor };
      },
    });
  });

  it('takes a filter that is null for none, as the façade does', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    const { data } = await client.query(Screens, { first: 2, filter: null });
    const after = data?.screens.pageInfo.endCursor ?? null;
    const joined = await client.query(Screens, { first: 2, after });
    expect(joined.data?.screens.edges).toHaveLength(4);
  });

  it('keeps the place of an item that breaks the contract, and joins the pages without it', async () => {
    const service = await serve(breakScreen(1));
    const client = clientOf(service, createCache(schema));
    const first = await client.query(Screens, { first: 3 });
    expect(codes(first)).toContain('UPSTREAM_INVALID_RESPONSE');
    const isNull = ({ node }: { readonly node: object | null }) => node === null;
    expect(first.data?.screens.edges.map(isNull)).toEqual([false, true, false]);
    const after = first.data?.screens.pageInfo.endCursor ?? null;
    const { data } = await client.query(Screens, { first: 3, after });
    expect(data?.screens.edges.filter(isNull)).toEqual([]);
    expect(data?.screens.edges).toHaveLength(4);
    expect(data?.screens.nodes).toHaveLength(4);
    expect(service.operations()).toBe(2);
  });

  it('reads from its cache what it has read before', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    const { data } = await client.query(Screens, { first: 1 });
    const id = data?.screens.nodes[0]?.id ?? '';
    for (let times = 0; times < 2; times += 1) {
      const { data: hours } = await client.query(HoursAndState, { id });
      expect(hours?.screen?.availability.timezone).toContain('/');
    }
    expect(service.operations()).toBe(2);
  });

  it('keeps slots and panels with their configuration, whatever ids they share', async () => {
    const service = await serve();
    const { data } = await clientOf(service, createCache(schema)).query(Screens, { first: 40 });
    const ids = data?.screens.nodes.flatMap((screen) => [screen.id]) ?? [];
    const cached = await clientOf(service, createCache(schema)).query(Zones, { ids });
    const sent = await clientOf(service).query(Zones, { ids });
    expect(JSON.stringify(sent.data)).toContain('panelId');
    const plain = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (name, each: unknown) => (name === '__typename' ? undefined : each)));
    expect(plain(cached.data)).toEqual(plain(sent.data));
  });

  it('knows the types behind Node', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    const { data } = await client.query(Screens, { first: 1 });
    const id = data?.screens.nodes[0]?.id ?? '';
    const nodeId = Buffer.from(`Screen:${id}`).toString('base64url');
    expect((await client.query(AnyNode, { nodeId })).data?.node).toMatchObject({ id });
  });

  it('finds the façade’s error in CombinedError', async () => {
    const result = await clientOf(await serve(), createCache(schema)).query(Items, { id: 'none', first: 1 });
    expect(codes(result)).toEqual(['NOT_FOUND']);
    expect(result.data?.playlist ?? null).toBeNull();
    const [error] = partnerErrors(result);
    expect(hasCode(error, 'NOT_FOUND') && error.extensions.status).toBe(404);
  });

  it('finds the reason of a refused credential (HTTP 401)', async () => {
    const client = clientOf({ ...(await serve()), credential: 'unknown' }, createCache(schema));
    expect(codes(await client.query(Screens, { first: 1 }))).toEqual(['UNAUTHENTICATED']);
  });

  const refused = async () => {
    const service = { ...(await serve()), credential: 'demo-playlists-only-credential' };
    return { ...service, client: clientOf(service, throwOnError, createCache(schema)) };
  };

  const both = gql<ScreensQuery & PlaylistsQuery, Record<string, never>>`
    {
      screens(first: 1) {
        nodes {
          id
          name
        }
      }
      playlists(first: 1) {
        nodes {
          id
          name
        }
      }
    }
  `;

  it('throws at the field that a missing scope refuses, and reads its neighbours', async () => {
    const { client } = await refused();
    const { data } = await client.query(both, {});
    expect(data?.playlists.nodes[0]?.name).toEqual(expect.any(String));
    const error = thrownBy(() => data?.screens.nodes);
    expect(error).toBeInstanceOf(ResultError);
    expect(error).toMatchObject({ code: 'FORBIDDEN', path: ['screens'], requiredScope: 'screens:read' });
  });

  it('requests a field that failed again, and never reads it from the cache as null', async () => {
    const { client, operations } = await refused();
    const errors: unknown[] = [];
    for (let times = 0; times < 2; times += 1) {
      const { data } = await client.query(both, {});
      errors.push(thrownBy(() => data?.screens));
    }
    expect(errors.map((error) => hasCode(error, 'FORBIDDEN'))).toEqual([true, true]);
    const { data: cached } = await client.query(both, {}, { requestPolicy: 'cache-only' });
    expect(cached ?? null).toBeNull();
    expect(operations()).toBe(2);
  });
});
