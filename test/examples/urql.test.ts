import { Client, type Exchange, fetchExchange, gql, type OperationResult } from '@urql/core';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasCode, partnerErrors, ResultError } from '../../src/client/index.js';
import type { ScreensQuery } from '../../examples/apollo/generated/graphql.js';
import type { PlaylistsQuery } from '../../examples/urql/generated/graphql.js';
import { Screens } from '../../examples/apollo/src/document.js';
import { createCache } from '../../examples/urql/src/cache.js';
import { Items } from '../../examples/urql/src/document.js';
import { throwOnError } from '../../examples/urql/src/throw-on-error.js';
import { read } from '../docs/markdown.js';
import { places, screenAt } from '../economy/ask.js';
import { AnyNode, HoursAndState, Zones } from './document.js';
import { expectListKept, list, type ListData, shownBy } from './list-on-screen.js';
import { breakScreen, expectListsApart, serve, type Service } from './serve.js';
import { thrownBy } from './thrown.js';

const schema = introspectionFromSchema(buildSchema(read('schema.strict.graphql')), {
  descriptions: false,
});

const clientOf = (
  { url, credential }: Pick<Service, 'url' | 'credential'>,
  ...caches: readonly Exchange[]
) =>
  new Client({
    url,
    preferGetMethod: false,
    fetchSubscriptions: true,
    exchanges: [...caches, fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${credential}` } },
  });

const codes = ({ error }: OperationResult) =>
  partnerErrors(error).map(({ extensions }) => extensions.code);

describe('urql with the example’s cache', () => {
  it('stores each page by itself, and requests none twice', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    const ids: (string | undefined)[] = [];
    let after: string | null = null;
    for (let pages = 1; pages <= 3; pages += 1) {
      const { data }: OperationResult<ScreensQuery> = await client.query(Screens, {
        first: 2,
        after,
      });
      const again: OperationResult<ScreensQuery> = await client.query(Screens, { first: 2, after });
      expect(again.data).toEqual(data);
      ids.push(...(data?.screens.nodes.map(({ id }) => id) ?? []));
      after = data?.screens.pageInfo.endCursor ?? null;
    }
    expect(ids).toEqual(places(6).map(screenAt));
    expect(service.operations()).toBe(3);
  });

  it('keeps a list of two pages with @defer, whatever is read beside it', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    const pages = new Map<string | null, ListData | undefined>();
    await expectListKept(service, {
      async showPage(after) {
        const page = client.query<ListData>(list, after === null ? {} : { after });
        if (!pages.has(after)) {
          const subscription = page.subscribe(({ data }) => pages.set(after, data));
          onTestFinished(() => subscription.unsubscribe());
        }
        await page;
      },
      shown: () => shownBy([...pages.values()]),
      reload: () => client.query(list, {}, { requestPolicy: 'network-only' }).toPromise(),
      read: (document) => client.query(document, {}).toPromise(),
      listen: (document) =>
        new Promise((resolve) => {
          const events = client.subscription(document, {}).subscribe(resolve);
          onTestFinished(() => events.unsubscribe());
        }),
    });
  });

  it('keeps lists with another filter or order apart', async () => {
    const service = await serve();
    const client = clientOf(service, createCache(schema));
    const pages = new Map<unknown, (string | null)[]>();
    const readPage = (variables: object, after: string | null) =>
      client.query(Screens, { first: 2, after, ...variables }).toPromise();
    await expectListsApart(service, {
      async readPage(variables, after) {
        pages.set(variables, [...(pages.get(variables) ?? []), after]);
        await readPage(variables, after);
      },
      async show(variables) {
        const shown = await Promise.all(
          (pages.get(variables) ?? []).map((after) => readPage(variables, after)),
        );
        const names = shown.flatMap(
          ({ data }) => data?.screens.edges.map(({ node }) => node.name) ?? [],
        );
        return { names, endCursor: shown.at(-1)?.data?.screens.pageInfo.endCursor };
      },
    });
  });

  it('keeps the place of an item that breaks the contract, and requests its page again', async () => {
    const service = await serve(breakScreen(1));
    const client = clientOf(service, createCache(schema));
    for (let times = 0; times < 2; times += 1) {
      const result = await client.query(Screens, { first: 3 });
      expect(codes(result)).toContain('UPSTREAM_INVALID_RESPONSE');
      const isNull = (item: object | null) => item === null;
      expect(result.data?.screens.edges.map(({ node }) => isNull(node))).toEqual([
        false,
        true,
        false,
      ]);
      expect(result.data?.screens.nodes.map(isNull)).toEqual([false, true, false]);
    }
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
      JSON.parse(
        JSON.stringify(value, (name, each: unknown) => (name === '__typename' ? undefined : each)),
      );
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
    const result = await clientOf(await serve(), createCache(schema)).query(Items, {
      id: 'none',
      first: 1,
    });
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
    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      path: ['screens'],
      requiredScope: 'screens:read',
    });
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
