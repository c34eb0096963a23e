import {
  createOperationDescriptor,
  fetchQuery,
  type GraphQLTaggedNode,
  getRequest,
  getSingularSelector,
  type IEnvironment,
  type OperationType,
  type ReaderFragment,
  requestSubscription,
} from 'relay-runtime';
import { waitForFragmentData } from 'relay-runtime/experimental.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasCode, partnerErrors, ResultError } from '../../src/client/index.js';
import itemsFragment, {
  type document_items$data,
} from '../../examples/relay/generated/document_items.graphql.js';
import playbackFragment, {
  type document_playback$data,
} from '../../examples/relay/generated/document_playback.graphql.js';
import screensFragment, {
  type document_screens$data,
} from '../../examples/relay/generated/document_screens.graphql.js';
import DeferQuery, {
  type documentDeferQuery,
} from '../../examples/relay/generated/documentDeferQuery.graphql.js';
import ItemsPaginationQuery from '../../examples/relay/generated/documentItemsPaginationQuery.graphql.js';
import OrganizationQuery, {
  type documentOrganizationQuery,
} from '../../examples/relay/generated/documentOrganizationQuery.graphql.js';
import PlaylistQuery, {
  type documentPlaylistQuery,
} from '../../examples/relay/generated/documentPlaylistQuery.graphql.js';
import ScreenQuery, {
  type documentScreenQuery,
} from '../../examples/relay/generated/documentScreenQuery.graphql.js';
import ScreensPaginationQuery from '../../examples/relay/generated/documentScreensPaginationQuery.graphql.js';
import streamFragment, {
  type document_stream$data,
} from '../../examples/relay/generated/document_stream.graphql.js';
import LiveSubscription, {
  type documentLiveSubscription,
} from '../../examples/relay/generated/documentLiveSubscription.graphql.js';
import StreamPaginationQuery from '../../examples/relay/generated/documentStreamPaginationQuery.graphql.js';
import StreamQuery, {
  type documentStreamQuery,
} from '../../examples/relay/generated/documentStreamQuery.graphql.js';
import { breakScreen, expectListsApart, serve, type Service } from './serve.js';
import { readAll } from '../system/rest.js';
import { createEnvironment } from '../../examples/relay/src/environment.js';
import { screenAt, playlistAt, nodeIdOf } from '../economy/ask.js';

/** Resolves after the last part of the response; `toPromise` would after the first one. */
const fetchWhole = (
  environment: IEnvironment,
  query: GraphQLTaggedNode,
  variables: object,
): Promise<void> =>
  new Promise((complete, error) => {
    fetchQuery(environment, query, variables).subscribe({ complete, error });
  });

/**
 * Reads a query into the store, where it stays until the test ends, and returns the store's view of
 * it.
 */
async function read<Query extends OperationType>(
  environment: IEnvironment,
  query: GraphQLTaggedNode,
  variables: Query['variables'],
): Promise<Query['response']> {
  const operation = createOperationDescriptor(getRequest(query), variables);
  const kept = environment.retain(operation);
  onTestFinished(() => kept.dispose());
  await fetchWhole(environment, query, variables);
  return environment.lookup(operation.fragment).data;
}

/** The data of a component with this fragment; the fragment's artifact has its type. */
function show(environment: IEnvironment, fragment: ReaderFragment, key: unknown): unknown {
  return environment.lookup(getSingularSelector(fragment, key)).data;
}

const screensOf = (environment: IEnvironment, organization: unknown) =>
  show(environment, screensFragment, organization) as document_screens$data;

/** The names of all screens, in the order of the Partner API. */
const namesOf = async ({ simulator }: Service): Promise<readonly string[]> =>
  (await readAll(simulator, '/screens')).map(({ name }) => String(name));

describe('Relay', () => {
  it('reads more screens of the organization, page by page, by node(nodeId:)', async () => {
    const service = await serve();
    const environment = createEnvironment(service);
    const variables = { first: 2 };
    const { organization } = await read<documentOrganizationQuery>(
      environment,
      OrganizationQuery,
      variables,
    );
    const screens = () => screensOf(environment, organization).screens;
    const { endCursor: after } = screens().pageInfo;
    const nodeId = organization.nodeId;
    await fetchQuery(environment, ScreensPaginationQuery, { first: 3, after, nodeId }).toPromise();
    expect(screens().edges).toHaveLength(5);
    expect(service.operations()).toBe(2);

    const wide = createEnvironment(service);
    const whole = await read<documentOrganizationQuery>(wide, OrganizationQuery, { first: 5 });
    const expected = screensOf(wide, whole.organization).screens;
    expect(screens().edges.map(({ node }) => node)).toEqual(expected.edges.map(({ node }) => node));
  });

  it('shows a streamed connection of two pages, and keeps it whatever is read beside it', async () => {
    const service = await serve();
    const environment = createEnvironment(service);
    const { organization } = await read<documentStreamQuery>(environment, StreamQuery, {
      first: 5,
    });
    const list = () =>
      (show(environment, streamFragment, organization) as document_stream$data).screens;
    const revisions = () =>
      list().edges.map(({ node }) => {
        const { playbackConfiguration } = show(
          environment,
          playbackFragment,
          node,
        ) as document_playback$data;
        return playbackConfiguration.revision;
      });
    const names = await namesOf(service);
    const shown = () => list().edges.map(({ node }) => node.name);
    expect(shown()).toEqual(names.slice(0, 5));
    expect(list().pageInfo.hasNextPage).toBe(true);

    const { nodeId } = organization;
    const variables = { first: 5, after: list().pageInfo.endCursor, nodeId };
    await fetchWhole(environment, StreamPaginationQuery, variables);
    expect(shown()).toEqual(names.slice(0, 10));
    expect(revisions().filter((revision) => revision.startsWith('rev_'))).toHaveLength(10);

    const again = createOperationDescriptor(getRequest(StreamQuery), { first: 5 });
    expect(environment.check(again).status).toBe('available');
    await read<documentOrganizationQuery>(environment, OrganizationQuery, { first: 3 });
    await read<documentDeferQuery>(environment, DeferQuery, { first: 3 });
    await new Promise<void>((resolve, reject) => {
      const subscription = requestSubscription<documentLiveSubscription>(environment, {
        subscription: LiveSubscription,
        variables: { first: 5 },
        onNext: () => resolve(),
        onError: reject,
      });
      onTestFinished(() => subscription.dispose());
    });
    expect(shown()).toEqual(names.slice(0, 10));
    expect(service.operations()).toBe(5);
  });

  it('throws at a screen that failed in a streamed connection, which keeps its place', async () => {
    const environment = createEnvironment(await serve(breakScreen(3)));
    const { organization } = await read<documentStreamQuery>(environment, StreamQuery, {
      first: 5,
    });
    const reading = waitForFragmentData(environment, streamFragment, organization);
    await expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
    const { screens } = show(environment, streamFragment, organization) as document_stream$data;
    // Outside of what throws, the node is null.
    expect(screens.edges.map(({ node }) => Boolean(node))).toEqual([true, true, true, false, true]);
  });

  it('keeps lists with another filter or order apart, and joins the pages of each', async () => {
    const service = await serve();
    const environment = createEnvironment(service);
    const organizations = new Map<unknown, documentOrganizationQuery['response']['organization']>();
    await expectListsApart(service, {
      async readPage(list, after) {
        const nodeId = organizations.get(list)?.nodeId;
        if (nodeId !== undefined) {
          const variables = { first: 2, after, nodeId, ...list };
          return fetchQuery(environment, ScreensPaginationQuery, variables).toPromise();
        }
        const variables = { first: 2, ...list };
        const data = await read<documentOrganizationQuery>(
          environment,
          OrganizationQuery,
          variables,
        );
        return organizations.set(list, data.organization);
      },
      show(list) {
        const { screens } = screensOf(environment, organizations.get(list));
        const names = screens.edges.map(({ node }) => node.name);
        return { names, endCursor: screens.pageInfo.endCursor };
      },
    });
  });

  it('keeps the items of a playlist, which have no id, in their order', async () => {
    const service = await serve();
    const environment = createEnvironment(service);
    const nodeId = nodeIdOf('Playlist', playlistAt(0));
    const { node } = await read<documentPlaylistQuery>(environment, PlaylistQuery, {
      nodeId,
      first: 2,
    });
    const items = () =>
      (show(environment, itemsFragment, node?.playlist) as document_items$data).items;
    const { endCursor: after } = items()?.pageInfo ?? {};
    await fetchQuery(environment, ItemsPaginationQuery, { first: 2, after, nodeId }).toPromise();
    const positions = items()?.edges.map((edge) => edge.node?.position) ?? [];
    expect(positions).toHaveLength(4);
    expect(new Set(positions).size).toBe(4);
  });

  it('@catch puts a refused field’s error in its place', async () => {
    const service = await serve();
    const id = screenAt(0);
    const environment = createEnvironment({
      ...service,
      credential: 'demo-screens-only-credential',
    });
    const { screen } = await read<documentScreenQuery>(environment, ScreenQuery, { id });
    expect(screen.name).toEqual(expect.any(String));
    expect(screen.playbackConfiguration.ok).toBe(false);
    const [error, ...more] = partnerErrors(screen.playbackConfiguration);
    expect(more).toEqual([]);
    expect(hasCode(error, 'FORBIDDEN') && error.extensions.requiredScope).toBe('playback:read');
  });

  it('throws at a field that a missing scope refuses, when its fragment is read', async () => {
    const credential = 'demo-playlists-only-credential';
    const environment = createEnvironment({ ...(await serve()), credential });
    const variables = { first: 1 };
    const { organization } = await read<documentOrganizationQuery>(
      environment,
      OrganizationQuery,
      variables,
    );
    expect(organization.name).toEqual(expect.any(String));
    const reading = waitForFragmentData(environment, screensFragment, organization);
    const thrown: unknown = await reading.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ResultError);
    expect(thrown).toMatchObject({ code: 'FORBIDDEN', requiredScope: 'screens:read' });
  });

  it('throws at an item of `edges` that breaks the contract', async () => {
    const environment = createEnvironment(await serve(breakScreen(1)));
    const reading = fetchQuery(environment, DeferQuery, { first: 3 }).toPromise();
    await expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
  });

  it('reads a list before its deferred fragments, whose errors throw where they are read', async () => {
    const service = { ...(await serve()), credential: 'demo-screens-only-credential' };
    const environment = createEnvironment(service);
    const { screens } = await read<documentDeferQuery>(environment, DeferQuery, { first: 2 });
    for (const { node } of screens.edges) {
      expect(node.name).toEqual(expect.any(String));
      const reading = waitForFragmentData(environment, playbackFragment, node);
      await expect(reading).rejects.toMatchObject({
        code: 'FORBIDDEN',
        requiredScope: 'playback:read',
      });
    }
    expect(screens.edges).toHaveLength(2);
  });

  it('finds the reason of a refused credential (HTTP 401) in the error that the network throws', async () => {
    const environment = createEnvironment({ ...(await serve()), credential: 'unknown' });
    const reading = fetchQuery(environment, OrganizationQuery, { first: 1 }).toPromise();
    const thrown: unknown = await reading.catch((error: unknown) => error);
    expect(partnerErrors(thrown).map(({ extensions }) => extensions.code)).toEqual([
      'UNAUTHENTICATED',
    ]);
  });
});
