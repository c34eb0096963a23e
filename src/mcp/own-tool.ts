import type { GraphQLSchema } from 'graphql';
import { CompiledQuery } from '../execution/compile.js';
import type { CheckedOperation } from '../operation/documents/checked-operation.js';
import { dataSchemaOf, inputSchemaOf, outputSchemaOf, type Tool } from './tool.js';

/** A tool of ours: one GraphQL document, and what a model must know to use it. */
export interface OwnTool {
  readonly name: string;
  readonly title: string;
  /** When to use it, and how to continue. */
  readonly purpose: string;
  /** The REST requests of one call. */
  readonly cost: string;
  /** Scopes without which parts of the result are missing. */
  readonly scopes: readonly string[];
  /** One operation; its variables are the arguments. */
  readonly document: string;
  readonly arguments: Readonly<Record<string, string>>;
}

export function toOwnTool(
  { name, title, purpose, cost, scopes, document, arguments: descriptions }: OwnTool,
  schema: GraphQLSchema,
  { definition, ast }: Pick<CheckedOperation, 'definition' | 'ast'>,
): Tool {
  const missing =
    scopes.length > 1
      ? 'each part without its scope is null, with FORBIDDEN in `errors`'
      : 'without it: FORBIDDEN';
  return {
    name,
    title,
    description: `${purpose} Cost: ${cost}. Needs ${scopes.join(', ')}; ${missing}.`,
    inputSchema: inputSchemaOf(schema, definition, descriptions),
    outputSchema: outputSchemaOf(dataSchemaOf(new CompiledQuery(schema, ast, definition))),
    request: (variables) => ({ query: document, isOwn: true, variables }),
  };
}

interface ListTool extends Omit<OwnTool, 'document' | 'arguments'> {
  readonly operation: string;
  readonly field: string;
  /** Members of its filter that are arguments: the type of each, and what it means. */
  readonly filter: Readonly<Record<string, readonly [type: string, description: string]>>;
  readonly selection: string;
}

function listTool({ operation, field, filter, selection, purpose, ...facts }: ListTool): OwnTool {
  const members = Object.entries(filter);
  const variables = members.map(([name, [type]]) => `$${name}: ${type}`).join(', ');
  return {
    ...facts,
    purpose: `${purpose} ${wholeList(field)}`,
    document: `
      query ${operation}(${variables}, $first: Int, $after: String) {
        ${field}(filter: { ${members.map(([name]) => `${name}: $${name}`).join(', ')} }, first: $first, after: $after) {
          edges { cursor node { ${selection} } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
    arguments: {
      ...Object.fromEntries(members.map(([name, [, description]]) => [name, description])),
      first: 'How many at most; 20 by default.',
      after:
        'To continue a list: `endCursor` of its `pageInfo`, or `after` of `truncated`, with the same filter.',
    },
  };
}

/** A page of a tool is bounded; a file is not part of the conversation. */
const wholeList = (field: string): string =>
  `For the whole list as a file, POST { "query": "{ ${field} { nodes { id name } } }" } to /graphql of this server, with the same credential and the header Accept: text/csv (or application/x-ndjson); it takes the same filter and any fields.`;

const nameContains = ['String', 'Part of the name; case and accents are ignored.'] as const;

export const findScreens = listTool({
  name: 'find_screens',
  title: 'Find screens',
  purpose:
    'Lists the screens that match all arguments; without arguments, all. Use it to get the id of a screen, or to find screens by name, status or schedule, such as those that are offline.',
  cost: '1 REST request for each 100 screens until enough are found',
  scopes: ['screens:read'],
  operation: 'FindScreens',
  field: 'screens',
  filter: {
    nameContains,
    statusIn: ['[ScreenStatus!]', 'Only these statuses.'],
    orientationIn: ['[ScreenOrientation!]', 'Only these orientations.'],
    isOnNow: ['Boolean', 'Whether the schedule of the screen is on now.'],
  },
  selection: 'id name description status orientation availability { isOnNow timezone } itemCount updatedAt',
});

export const findMedia = listTool({
  name: 'find_media',
  title: 'Find media files',
  purpose:
    'Lists the media files that match all arguments; without arguments, all. Use it to get the id of a file, or to find files by name, type or status, such as those that failed.',
  cost: '1 REST request for each 100 media files until enough are found',
  scopes: ['media:read'],
  operation: 'FindMedia',
  field: 'media',
  filter: {
    nameContains,
    typeIn: ['[MediaType!]', 'Only these types.'],
    statusIn: ['[MediaStatus!]', 'Only these statuses.'],
  },
  selection: 'id name type status mimeType sizeBytes width height defaultDurationSeconds updatedAt',
});

export const listPlaylists = listTool({
  name: 'list_playlists',
  title: 'List playlists',
  purpose:
    'Lists the playlists that match all arguments; without arguments, all. It shows how many items they have, not the items.',
  cost: '1 REST request for each 100 playlists until enough are found',
  scopes: ['playlists:read'],
  operation: 'ListPlaylists',
  field: 'playlists',
  filter: { nameContains, isEmpty: ['Boolean', 'Whether the playlist has no items.'] },
  selection: 'id name description itemCount totalDurationSeconds updatedAt',
});
