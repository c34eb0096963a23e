import { CombinedGraphQLErrors, gql } from '@apollo/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasCode, partnerErrors } from '../../src/client/index.js';
import { breakScreen, expectListsApart, serve, type Service } from './serve.js';
import { createCache } from '../../examples/apollo/src/cache.js';
import { Screens } from '../../examples/apollo/src/document.js';
import { places, screenAt } from '../economy/ask.js';
import { AnyNode, Hours, HoursAndState, State, Zones } from './document.js';
import { apolloClient, incrementalHandlers, readBeside } from './apollo-reader.js';
import { expectListKept, list, type ListData, shownBy } from './list-on-screen.js';

function clientOf(service: Service, Handler = incrementalHandlers[0]) {
  const cache = createCache();
  const client = apolloClient(service, cache, Handler);
  return { client, cache, cachedKeys: () => Object.keys(cache.extract()) };
}

/** Apollo Client's warnings about a cache that loses data. */
function listenForWarnings() {
  const warnings = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  onTestFinished(() => warnings.forEach((warning) => warning.mockRestore()));
  return () => warnings.flatMap((warning) => warning.mock.calls);
}

describe('Apollo Client with the example’s cache', () => {
  it('joins the edges and the nodes of three pages, in order', async () => {
    const service = await serve();
    const query = clientOf(service).client.watchQuery({ query: Screens, variables: { first: 2 } });
    const subscription = query.subscribe({});
    onTestFinished(() => subscription.unsubscribe());
    const shown = () => query.getCurrentResult().data?.screens;
    for (let pages = 1; pages <= 3; pages += 1) {
      await vi.waitFor(() => expect(shown()?.edges).toHaveLength(2 * pages));
      const after = shown()?.pageInfo?.endCursor ?? null;
      if (pages < 3) await query.fetchMore({ variables: { first: 2, after } });
    }
    const expected = places(6).map(screenAt);
    expect(shown()?.edges?.map((edge) => edge.node?.id)).toEqual(expected);
    expect(shown()?.nodes?.map((node) => node.id)).toEqual(expected);
  });

  it.each(incrementalHandlers)(
    'keeps a list of two pages with @defer, whatever is read beside it, by %o',
    async (Handler) => {
      const service = await serve();
      const { client } = clientOf(service, Handler);
      const query = client.watchQuery<ListData>({ query: list });
      const subscription = query.subscribe({});
      onTestFinished(() => subscription.unsubscribe());
      await expectListKept(service, {
        showPage: (after) =>
          after === null
            ? client.query({ query: list })
            : query.fetchMore({ variables: { after } }),
        shown: () => shownBy([query.getCurrentResult().data]),
        reload: () => client.query({ query: list, fetchPolicy: 'network-only' }),
        ...readBeside(client),
      });
    },
  );

  it('sends no request for a list when an event has the same screens without their ids', async () => {
    const service = await serve();
    const { client } = clientOf(service);
    const query = client.watchQuery({ query: Screens, variables: { first: 5 } });
    const subscription = query.subscribe({});
    onTestFinished(() => subscription.unsubscribe());
    await vi.waitFor(() => expect(query.getCurrentResult().data?.screens?.nodes).toHaveLength(5));
    await new Promise((resolve, reject) => {
      const document = gql('subscription { live { screens(first: 5) { nodes { name } } } }');
      const events = client
        .subscribe({ query: document })
        .subscribe({ next: resolve, error: reject });
      onTestFinished(() => events.unsubscribe());
    });
    await client.query({ query: gql('{ playlists { totalCount } }') });
    expect(query.getCurrentResult().data?.screens?.nodes).toHaveLength(5);
    expect(service.operations()).toBe(3);
  });

  const namesOf = (cache: ReturnType<typeof createCache>) =>
    cache.readQuery<ListData>({ query: list })?.screens.nodes.map((node) => node?.id);

  /** Writes a page of screens with these ids; the cursor of a screen is its id. */
  const writePage = (
    cache: ReturnType<typeof createCache>,
    ids: readonly string[],
    after?: string,
  ) =>
    cache.writeQuery({
      query: list,
      variables: { after },
      data: { screens: connectionOf(ids) },
    });

  const connectionOf = (ids: readonly string[]) => ({
    __typename: 'ScreenConnection',
    nodes: ids.map((id) => ({ __typename: 'Screen', id, name: id, playbackConfiguration: null })),
    pageInfo: { __typename: 'PageInfo', hasNextPage: true, endCursor: ids.at(-1) },
  });

  it('keeps the pages of a list when the first one has changed, and shows no record twice', () => {
    const cache = createCache();
    writePage(cache, ['a', 'b', 'c']);
    writePage(cache, ['d', 'e', 'f'], 'c');
    expect(namesOf(cache)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    writePage(cache, ['b', 'c', 'd']);
    expect(namesOf(cache)).toEqual(['b', 'c', 'd', 'e', 'f']);
    writePage(cache, ['g'], 'f');
    expect(namesOf(cache)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('leaves a list as it was when its next page fails, and reads it anew with refetch', async () => {
    const { client } = clientOf(await serve());
    const variables = { first: 5 };
    const query = client.watchQuery({ query: Screens, variables, errorPolicy: 'all' });
    const subscription = query.subscribe({});
    onTestFinished(() => subscription.unsubscribe());
    const shown = () => query.getCurrentResult().data?.screens;
    await vi.waitFor(() => expect(shown()?.nodes).toHaveLength(5));
    await query.fetchMore({ variables: { after: shown()?.pageInfo?.endCursor ?? null } });
    await vi.waitFor(() => expect(shown()?.nodes).toHaveLength(10));
    const failed = await query.fetchMore({ variables: { after: 'no cursor' }, errorPolicy: 'all' });
    expect(hasCode(partnerErrors(failed)[0], 'BAD_USER_INPUT')).toBe(true);
    expect(client.readQuery({ query: Screens, variables })?.screens.nodes).toHaveLength(10);
    await query.refetch();
    await vi.waitFor(() => expect(shown()?.nodes).toHaveLength(5));
  });

  it('keeps lists with another filter or order apart, and joins the pages of each', async () => {
    const service = await serve();
    const { client, cache } = clientOf(service);
    const fetchPolicy = 'network-only';
    await expectListsApart(service, {
      readPage: (list, after) =>
        client.query({ query: Screens, variables: { first: 2, after, ...list }, fetchPolicy }),
      show(list) {
        const screens = cache.readQuery({
          query: Screens,
          variables: { first: 2, ...list },
        })?.screens;
        const names = screens?.nodes.map(({ name }) => name) ?? [];
        return { names, endCursor: screens?.pageInfo.endCursor };
      },
    });
  });

  it('keeps the place of an item that breaks the contract', async () => {
    const { client } = clientOf(await serve(breakScreen(1)));
    const { data } = await client.query({
      query: Screens,
      variables: { first: 3 },
      errorPolicy: 'all',
    });
    const isNull = (item: unknown) => item === null;
    expect(data?.screens.edges.map((edge) => edge.node).map(isNull)).toEqual([false, true, false]);
    expect(data?.screens.nodes.map(isNull)).toEqual([false, true, false]);
  });

  it('merges objects without an id: two queries fill one availability, and a third sends no request', async () => {
    const warnings = listenForWarnings();
    const service = await serve();
    const id = screenAt(0);
    const { client } = clientOf(service);
    await client.query({ query: Hours, variables: { id } });
    await client.query({ query: State, variables: { id } });
    const sent = service.operations();
    const { data } = await client.query({ query: HoursAndState, variables: { id } });
    expect(data?.screen?.availability.mode).toMatch(/^[A-Z]+$/);
    expect(data?.screen?.availability.timezone).toContain('/');
    expect(service.operations()).toBe(sent);
    expect(warnings()).toEqual([]);
  });

  it('keeps slots and panels with their configuration, whatever ids they share', async () => {
    const warnings = listenForWarnings();
    const service = await serve();
    const variables = { ids: places(40).map(screenAt) };
    const { client, cachedKeys } = clientOf(service);
    const read = await client.query({ query: Zones, variables });
    const sent = await client.query({ query: Zones, variables, fetchPolicy: 'no-cache' });
    expect(JSON.stringify(read.data)).toContain('panelId');
    expect(read.data).toEqual(sent.data);
    expect(cachedKeys()).toEqual(['ROOT_QUERY']);
    expect(warnings()).toEqual([]);
  });

  it('knows the types behind Node', async () => {
    const service = await serve();
    const id = screenAt(0);
    const nodeId = Buffer.from(`Screen:${id}`).toString('base64url');
    const { client, cachedKeys } = clientOf(service);
    const { data } = await client.query({ query: AnyNode, variables: { nodeId } });
    expect(data?.node).toMatchObject({ id });
    expect(cachedKeys()).toContain(`Screen:${id}`);
  });

  it('finds the façade’s error in CombinedGraphQLErrors', async () => {
    const { client } = clientOf(await serve());
    // The default, 'none', throws the error and drops the data.
    const result = await client.query({
      query: Hours,
      variables: { id: 'none' },
      errorPolicy: 'all',
    });
    expect(result.error).toBeInstanceOf(CombinedGraphQLErrors);
    const [error] = partnerErrors(result);
    if (!hasCode(error, 'NOT_FOUND')) throw new Error('The error has another code.');
    expect(error.extensions.status).toBe(404);
  });

  it('throws the error of a missing scope, and keeps nothing of the result in the cache', async () => {
    const credential = 'demo-playlists-only-credential';
    const { client, cachedKeys } = clientOf({ ...(await serve()), credential });
    const query = client.query({ query: Screens, variables: { first: 1 }, errorPolicy: 'none' });
    const thrown: unknown = await query.catch((error: unknown) => error);
    const [error] = partnerErrors(thrown);
    expect(hasCode(error, 'FORBIDDEN') && error.extensions.requiredScope).toBe('screens:read');
    expect(cachedKeys()).toEqual([]);
  });

  it('finds the reason of a refused credential (HTTP 401)', async () => {
    const { client } = clientOf({ ...(await serve()), credential: 'unknown' });
    const asking = client.query({ query: Screens, variables: { first: 1 } });
    const thrown: unknown = await asking.catch((error: unknown) => error);
    expect(partnerErrors(thrown).map(({ extensions }) => extensions.code)).toEqual([
      'UNAUTHENTICATED',
    ]);
  });
});
