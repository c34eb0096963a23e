import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { Defer20220824Handler, GraphQL17Alpha9Handler } from '@apollo/client/incremental';
import { Client, fetchExchange } from '@urql/core';
import { parse } from 'graphql';
import { createOperationDescriptor, fetchQuery, getRequest } from 'relay-runtime';
import { waitForFragmentData } from 'relay-runtime/experimental.js';
import { describe, expect, it } from 'vitest';
import playbackFragment, {
  type document_playback$key,
} from '../../../examples/relay/generated/document_playback.graphql.js';
import DeferQuery, {
  type documentDeferQuery,
} from '../../../examples/relay/generated/documentDeferQuery.graphql.js';
import { createEnvironment } from '../../../examples/relay/src/environment.js';
import { expectOnPage, pinned, resultTable } from '../../docs/conformance.js';
import { nginxIsMissing, startNginx } from '../../rig/nginx.js';
import { operationRequest } from '../../rig/operation-request.js';
import { connectSocket } from '../http-client.js';
import { everything } from '../test-system.js';

const revision = 'playbackConfiguration { revision }';

const documents = [
  [
    'deferred fields of each screen',
    `{ screens(first: 4) { nodes { id ... @defer { name ${revision} } } } }`,
  ],
  [
    'fragments that share fields, one in the other',
    `{ screens(first: 3) { nodes {
      id
      ... @defer(label: "a") { name playbackConfiguration { revision ... @defer(label: "c") { screen { name } } } }
      ... @defer(label: "b") { name viewport { width } playbackConfiguration { revision } }
    } } }`,
  ],
  [
    'fields below a field of the first result',
    `{ organization { name } screens(first: 2) { nodes { id } } ... @defer {
      organization { slug } screens(first: 2) { nodes { name } }
    } }`,
  ],
] as const;

const streamed = [
  ['a streamed list', `{ screens(first: 5) { nodes @stream(initialCount: 2) { id name } } }`],
  [
    'a list that a deferred fragment streams',
    `{ organization { name } ... @defer { screens(first: 5) { nodes @stream(initialCount: 1) { id name } } } }`,
  ],
  [
    'deferred fields of streamed items, and lists in them',
    `{ playlists(first: 3) { nodes @stream(initialCount: 1) { id
      items(first: 3) { nodes @stream(initialCount: 1) { position } } ... @defer { name } } } }`,
  ],
] as const;

interface Service {
  readonly url: string;
}

/** What a client shows at the end. */
type Query = (service: Service, query: string) => Promise<unknown>;

const headers = { authorization: `Bearer ${everything}` };

const queryWithApollo =
  (createHandler: () => unknown): Query =>
  async ({ url }, query) => {
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: new HttpLink({ uri: `${url}/graphql`, headers }),
      // Apollo's own type of one handler lacks an undefined that the other one has.
      incrementalHandler: createHandler() as Defer20220824Handler,
    });
    const { data, error } = await client.query({ query: parse(query), fetchPolicy: 'no-cache' });
    client.stop();
    expect(error).toBeUndefined();
    return data;
  };

const queryWithUrql: Query = async ({ url }, query) => {
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetchOptions: { headers },
  });
  type Result = Parameters<Parameters<ReturnType<typeof client.query>['subscribe']>[0]>[0];
  const { data, error } = await new Promise<Result>((resolve) => {
    client.query(query, {}).subscribe((result) => {
      if (!result.hasNext) resolve(result);
    });
  });
  expect(error).toBeUndefined();
  return data;
};

const apollos = [
  ['Apollo Client, Defer20220824Handler', queryWithApollo(() => new Defer20220824Handler())],
  ['Apollo Client, GraphQL17Alpha9Handler', queryWithApollo(() => new GraphQL17Alpha9Handler())],
] as const;

async function wholeOf({ url }: Service, query: string): Promise<unknown> {
  const response = await fetch(operationRequest(query, { url, credential: everything }));
  // A result of GraphQL.
  return ((await response.json()) as { readonly data: unknown }).data;
}

const withoutTypes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (name === '__typename' ? undefined : member)),
  );

const clients = [...apollos, ['urql', queryWithUrql] as const];

describe.each(clients)('%s shows the whole result', (_client, query) => {
  it.each(documents)('%s', async (_what, document) => {
    const service = await connectSocket({ latencyMs: 2 });
    expect(withoutTypes(await query(service, document))).toEqual(await wholeOf(service, document));
  });
});

describe('Apollo Client, GraphQL17Alpha9Handler shows the whole result', () => {
  it.each(streamed)('%s', async (_what, document) => {
    const service = await connectSocket({ latencyMs: 2 });
    const query = queryWithApollo(() => new GraphQL17Alpha9Handler());
    expect(withoutTypes(await query(service, document))).toEqual(await wholeOf(service, document));
  });
});

describe('Relay shows the whole result', () => {
  it('deferred fields of each screen', async () => {
    const service = await connectSocket({ latencyMs: 2 });
    const environment = createEnvironment({
      url: `${service.url}/graphql`,
      credential: everything,
    });
    const operation = createOperationDescriptor(getRequest(DeferQuery), { first: 4 });
    environment.retain(operation);
    const data = await fetchQuery<documentDeferQuery>(environment, DeferQuery, {
      first: 4,
    }).toPromise();
    const edges = data?.screens.edges ?? [];
    const names = edges.map(({ node }) => node.name);
    const keys = edges.map(({ node }): document_playback$key => node);
    const playing = keys.map((key) => waitForFragmentData(environment, playbackFragment, key));
    const screens = (await Promise.all(playing)).map((screen, index) => ({
      name: names[index],
      ...screen,
    }));
    const document =
      '{ screens(first: 4) { nodes { name status playbackConfiguration { revision } } } }';
    expect({ screens: { nodes: screens } }).toEqual(await wholeOf(service, document));
  });
});

const why = nginxIsMissing === undefined ? '' : ` (SKIPPED: ${nginxIsMissing})`;

describe.skipIf(nginxIsMissing)(`through nginx with its defaults${why}`, () => {
  it.each(apollos)('%s shows the whole result', async (_client, query) => {
    const service = await connectSocket({ latencyMs: 2 });
    const [[, document]] = documents;
    const site = (address: string): string =>
      `server { listen ${address}; location / { proxy_pass ${service.url}; } }`;
    const proxied = { url: await startNginx(site) };
    expect(withoutTypes(await query(proxied, document))).toEqual(await wholeOf(service, document));
  });
});

it('the clients are on the page of conformance', async ({ task }) => {
  const results = resultTable(
    task.file,
    (group) => /^(.*) shows the whole result$/.exec(group)?.[1],
  );
  const intro = `${pinned('@apollo/client')}, ${pinned('@urql/core')} and ${pinned('relay-runtime')} show the result that the operation has without directives, of:`;
  const formats = `The format of graphql-js 17 is compared with the executor of ${pinned('graphql-17')} in \`test/execution/incremental-publisher.test.ts\`.`;
  await expectOnPage({ 'Incremental delivery': `${intro}\n\n${results}\n\n${formats}` });
});
