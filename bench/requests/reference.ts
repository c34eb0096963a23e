import { readFileSync } from 'node:fs';
import DataLoader from 'dataloader';
import {
  buildSchema,
  type ExecutionResult,
  graphql,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { everything } from '../../test/system/test-system.js';

/**
 * What a façade without any economy costs: the same schema, and for each field that reads the
 * obvious REST request. Nothing here knows the project's own code; the rules are those of the
 * contract.
 */
export type Reference = (
  query: string,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<ExecutionResult>;

type Record_ = Readonly<Record<string, unknown>>;
type Get = (path: string) => Promise<Record_>;

interface Context {
  readonly get: Get;
}

type Resolver = GraphQLFieldResolver<Record_, Context, Readonly<Record<string, unknown>>>;

const schemaText = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/**
 * @param url {base_url} of the Partner API
 * @param hasLoader whether a DataLoader for each operation remembers which paths it has read
 */
export function createReference(url: string, hasLoader: boolean): Reference {
  const schema = withResolvers(buildSchema(schemaText));
  return async (source, variableValues) => {
    const loader = new DataLoader<string, Record_>(async (paths) =>
      Promise.all(paths.map((path) => read(url, path).catch(asError))),
    );
    const get: Get = hasLoader ? (path) => loader.load(path) : (path) => read(url, path);
    return graphql({
      schema,
      source,
      contextValue: { get },
      ...(variableValues && { variableValues }),
    });
  };
}

const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error(String(cause));

async function read(url: string, path: string): Promise<Record_> {
  const response = await fetch(`${url}/api/partner/v1${path}`, {
    headers: { authorization: `Bearer ${everything}` },
  });
  // Every body of the contract is an object.
  const body = (await response.json()) as Record_;
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return body;
}

const one = async ({ get }: Context, path: string, type?: string): Promise<Record_> => {
  const { data } = await get(path);
  return { ...(data as Record_), ...(type !== undefined && { __typename: type }) };
};

/** The first `first` items of a list, 20 by default, in pages of 100 at most. */
async function connection({ get }: Context, path: string, size: unknown): Promise<Record_> {
  const first = typeof size === 'number' ? size : 20;
  const limit = Math.min(100, first);
  const nodes: unknown[] = [];
  let total = 0;
  for (let page = 1, pages = 1; page <= pages && nodes.length < first; page += 1) {
    const { data, pagination } = await get(`${path}?page=${page}&limit=${limit}`);
    const counts = pagination as { readonly total: number; readonly totalPages: number };
    nodes.push(...(data as unknown[]));
    [total, pages] = [counts.total, counts.totalPages];
  }
  return { nodes: nodes.slice(0, first), totalCount: total };
}

const screen = (id: unknown): string => `/screens/${String(id)}`;
const list =
  (path: string): Resolver =>
  (_parent, { first }, context) =>
    connection(context, path, first);
const link: Resolver = ({ mediaId }, _args, context) =>
  typeof mediaId === 'string' ? one(context, `/media/${mediaId}`) : null;

const paths: Readonly<Record<string, string>> = {
  Screen: '/screens',
  Playlist: '/playlists',
  Media: '/media',
};

/** A global id is the type and the REST id. */
async function node(context: Context, nodeId: string): Promise<Record_> {
  const [type = '', id] = Buffer.from(nodeId, 'base64url').toString().split(':');
  return { ...(await one(context, `${paths[type] ?? ''}/${String(id)}`, type)), nodeId };
}

const resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Query: {
    organization: (_parent, _args, context) => one(context, '/organization'),
    screen: (_parent, { id }, context) => one(context, screen(id)),
    screens: list('/screens'),
    playbackConfiguration: (_parent, { screenId }, context) =>
      one(context, `${screen(screenId)}/configuration`),
    playbackConfigurations: (_parent, { screenIds }, context) =>
      (screenIds as string[]).map((id) => one(context, `${screen(id)}/configuration`)),
    playlist: (_parent, { id }, context) => one(context, `/playlists/${String(id)}`),
    playlists: list('/playlists'),
    mediaItem: (_parent, { id }, context) => one(context, `/media/${String(id)}`),
    media: list('/media'),
    nodes: (_parent, { nodeIds }, context) => (nodeIds as string[]).map((id) => node(context, id)),
  },
  Organization: { screens: list('/screens'), playlists: list('/playlists'), media: list('/media') },
  Screen: {
    playbackConfiguration: ({ id }, _args, context) => one(context, `${screen(id)}/configuration`),
  },
  PlaybackScreen: { screen: ({ id }, _args, context) => one(context, screen(id)) },
  PlaybackItem: { media: link },
  PlaylistItem: { media: link },
  Playlist: {
    items: ({ id }, { first }, context) =>
      connection(context, `/playlists/${String(id)}/items`, first),
  },
};

function withResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (type === undefined || !('getFields' in type))
      throw new Error(`The schema has no type ${name}.`);
    const known = type.getFields();
    for (const [field, resolve] of Object.entries(fields))
      Object.assign(known[field] ?? {}, { resolve });
  }
  return schema;
}
