// First: it adds the types of the schema in their order.
import '../../../src/graphql/schema.js';
import {
  buildASTSchema,
  findBreakingChanges,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { readSettingsInput } from '../../../src/config.js';
import { printPublicSchema } from '../../../src/graphql/nullability.js';
import { printSubgraph } from '../../../src/extra/federation/subgraph.js';
import { schema } from '../../../src/graphql/schema.js';
import { ask, screenAt } from '../../economy/ask.js';
import { byReference } from '../../fuzz/reference.js';
import { connectSocket } from '../../system/http-client.js';
import { subscribe } from '../../rig/event-stream.js';
import { everything, requestOf, startSystem } from '../../system/test-system.js';
import { markedFields } from './marked-field.js';

const on = { settings: { FEDERATION: true } };
const Sdl = '{ _service { sdl } }';

const sdl = printSubgraph(schema, readSettingsInput({}, 'http://a.test'));
const document = parse(sdl);
const types = document.definitions.filter(
  (each): each is ObjectTypeDefinitionNode => each.kind === Kind.OBJECT_TYPE_DEFINITION,
);
/** The types with a directive, as text. */
const typesWith = (directive: string): string[] =>
  types
    .filter(({ directives = [] }) => directives.some((each) => print(each) === directive))
    .map(({ name }) => name.value);

describe('the SDL of the subgraph', () => {
  it('differs from schema.graphql by what its page names, and by nothing else', () => {
    const subgraph = buildASTSchema(document, { assumeValidSDL: true });
    const withoutNode = ['Media', 'Playlist', 'Screen', 'Organization'];
    const removed = ['Query.node', 'Query.nodes', 'defer', 'stream'];
    expect(findBreakingChanges(schema, subgraph).map(({ description }) => description)).toEqual([
      ...['Node', 'Subscription'].map((name) => `${name} was removed.`),
      ...withoutNode.map((name) => `${name} no longer implements interface Node.`),
      ...removed.map((name) => `${name} was removed.`),
    ]);
    expect(findBreakingChanges(subgraph, schema)).toEqual([]);
  });

  it('has a key on each collection, and shares PageInfo', () => {
    expect(typesWith('@key(fields: "id")')).toEqual(['Media', 'Playlist', 'Screen']);
    expect(typesWith('@shareable')).toEqual(['PageInfo']);
  });

  it('keeps each @semanticNonNull, and has the supergraph keep them', () => {
    const kept = markedFields(sdl, 'semanticNonNull');
    expect(Object.keys(kept).length).toBeGreaterThan(20);
    const all = Object.entries(markedFields(printPublicSchema(schema), 'semanticNonNull'));
    const own = all.filter(([name]) => name !== 'Query.node' && name !== 'Query.nodes');
    expect(kept).toEqual(Object.fromEntries(own));
    expect(sdl).toContain('@composeDirective(name: "@semanticNonNull")');
    expect(sdl).toContain('directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION');
  });
});

describe('what a router reads of the cost', () => {
  const { MAX_UPSTREAM_REQUESTS, MAX_PAGE_SIZE, MAX_LIST_ARGUMENT } = readSettingsInput(
    {},
    'http://a.test',
  );

  it('is declared by federation 2.9', () => {
    expect(sdl).toContain('"https://specs.apollo.dev/federation/v2.9", import: ["@key", ');
    expect(sdl).toContain('"@cost", "@listSize"]');
  });

  it('is the size of each connection', () => {
    const connections = types.flatMap(({ name, fields = [] }) =>
      fields
        .filter((field) =>
          field.arguments?.some(({ name: argument }) => argument.value === 'first'),
        )
        .map((field) => `${name.value}.${field.name.value}`),
    );
    const sizes = markedFields(sdl, 'listSize');
    expect(Object.keys(sizes).toSorted()).toEqual(connections.toSorted());
    expect(new Set(Object.values(sizes))).toEqual(
      new Set([
        '@listSize(slicingArguments: ["first", "last"], assumedSize: 20, sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)',
      ]),
    );
  });

  it('is the most that one use of a field costs, and 1 for a record', () => {
    const most = `@cost(weight: ${MAX_UPSTREAM_REQUESTS})`;
    const costs = markedFields(sdl, 'cost');
    expect(costs).toMatchObject({
      'Query.organization': '@cost(weight: 1)',
      'Query.screen': '@cost(weight: 1)',
      'Screen.playbackConfiguration': '@cost(weight: 1)',
      'PlaybackItem.media': '@cost(weight: 1)',
      // 10 pages of 100, and one to find the end.
      'Playlist.items': `@cost(weight: ${MAX_PAGE_SIZE / 100 + 1})`,
      'Query.screens': most,
      'Query.screenSummary': most,
      'Query.playbackConfigurations': most,
      'Media.playlists': most,
    });
    const { screens, ...query } = schema.getQueryType()?.getFields() ?? {};
    expect(screens).toBeDefined();
    const unmarked = Object.keys(query).filter((name) => costs[`Query.${name}`] === undefined);
    expect(unmarked.toSorted()).toEqual(['node', 'nodes']);
  });

  it('follows the settings, whose defaults it has otherwise', async () => {
    expect(printSubgraph(schema, { MAX_UPSTREAM_REQUESTS, MAX_PAGE_SIZE, MAX_LIST_ARGUMENT })).toBe(
      sdl,
    );
    const settings = { FEDERATION: true, MAX_UPSTREAM_REQUESTS: 80, MAX_LIST_ARGUMENT: 30 };
    const { facade } = await startSystem({}, { settings });
    const { data } = await facade.run({ query: Sdl });
    const costs = markedFields((data as { _service: { sdl: string } })._service.sdl, 'cost');
    expect(costs['Query.screens']).toBe('@cost(weight: 80)');
    expect(costs['Query.playbackConfigurations']).toBe('@cost(weight: 30)');
  });
});

describe('_service', () => {
  it.each([
    ['no credential', undefined],
    ['a credential', everything],
    ['a credential that is none', 'a\r\nb'],
  ])('returns the SDL to a request with %s, and sends nothing', async (_what, credential) => {
    const { facade, simulator } = await startSystem({}, on);
    const request = { query: Sdl, ...(credential !== undefined && { credential }) };
    expect(await facade.run(request)).toEqual({ data: { _service: { sdl } } });
    expect(simulator.requests).toHaveLength(0);
  });

  it('is served without introspection, as a router composes from it', async () => {
    const { facade } = await startSystem(
      {},
      { settings: { FEDERATION: true, INTROSPECTION: false } },
    );
    expect((await facade.run({ query: Sdl })).data).toEqual({ _service: { sdl } });
    const { errors } = await facade.run({ query: '{ __schema { description } }' });
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
  });

  it('needs a credential beside anything else', async () => {
    const { facade } = await startSystem({}, on);
    const { errors } = await facade.run({ query: '{ _service { sdl } organization { id } }' });
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('is unknown without FEDERATION, as are `_entities`, `_Any` and `_Entity`', async () => {
    const { facade } = await startSystem();
    for (const query of [Sdl, '{ _entities(representations: []) { __typename } }']) {
      const { errors } = await facade.run({ query, credential: everything });
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    }
    expect(Object.keys(facade.schema.getTypeMap()).filter((name) => /^_[^_]/.test(name))).toEqual(
      [],
    );
  });

  it('the rest of the schema is the same with FEDERATION', async () => {
    const { facade } = await startSystem({}, on);
    expect(findBreakingChanges(schema, facade.schema)).toEqual([]);
    const added = findBreakingChanges(facade.schema, schema).map(({ description }) => description);
    const own = ['_Any', '_Entity', '_Service', 'Query._service', 'Query._entities'];
    expect(added).toEqual(own.map((name) => `${name} was removed.`));
    expect(printPublicSchema(facade.schema)).toContain(
      '_entities(\n    """The representations, as a router sends them."""\n    representations: [_Any!]!\n  ): [_Entity]! @semanticNonNull(levels: [1])',
    );
  });
});

describe('_entities beside other features', () => {
  const variables = { representations: [{ __typename: 'Screen', id: screenAt(0) }] };
  const select = (fields: string): string =>
    `($representations: [_Any!]!) { _entities(representations: $representations) { ${fields} } }`;

  it('the reference execution gives the same result', async () => {
    const query = `query ${select('__typename ... on Screen { id name }')}`;
    const [planned, reference] = [
      await startSystem({}, on),
      await startSystem({}, { ...on, ...byReference }),
    ];
    const { data } = await ask(planned, query, { variables });
    expect(data['_entities']?.[0]?.['id']).toBe(screenAt(0));
    expect((await ask(reference, query, { variables })).data).toEqual(data);
  });

  it('@defer below it is delivered later to a client that accepts it', async () => {
    const { facade } = await startSystem({}, on);
    const query = `query ${select('... on Screen { id ... @defer { playbackConfiguration { revision } } }')}`;
    const headers = { accept: 'multipart/mixed' };
    const response = await facade.fetch(requestOf(query, { variables, headers }));
    const text = await response.text();
    expect(text).toContain(`"data":{"_entities":[{"id":"${screenAt(0)}"}]}`);
    expect(text).toMatch(
      /"incremental":\[\{"data":\{"playbackConfiguration":\{.*"path":\["_entities",0\]/,
    );
  });

  it('a subscription to it has its result as an event', async () => {
    const { url } = await connectSocket({}, on);
    const query = select('... on Screen { id }').replace('_entities', 'live { _entities');
    const stream = await subscribe(url, `subscription ${query} }`, {
      credential: everything,
      variables,
    });
    expect((await stream.next())?.data).toEqual({ live: { _entities: [{ id: screenAt(0) }] } });
    stream.leave();
  });
});
