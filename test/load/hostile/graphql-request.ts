import { signIn, type Visitor } from '../../dashboard/visitor.js';
import type { Draw } from '../../fuzz/draw.js';
import { operationRequest } from '../../rig/operation-request.js';
import { everything } from '../../system/test-system.js';
import { argument, file, finds, live, parameters, places } from './argument.js';
import { large, limited, multiplied } from './case.js';
import { type Hostile, type Kind, type Known, repeated } from './operation.js';
import { asHeader, drawText } from './text.js';

/** A request as it goes over the wire. */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** What the requests of one run may use. */
export interface Given {
  readonly known: Known;
  /** Cookie and token of a signed-in browser. */
  readonly session: Visitor;
  /** Paths of the dashboard's files. */
  readonly assets: readonly string[];
}

/** Bytes of a target: node:http takes 16 KiB of headers and target together. */
export const maxTarget = 8000;

export type Make = (draw: Draw, given: Given) => HostileRequest;

export const json = ['Content-Type', 'application/json'] as const;

export const authorization = (draw: Draw): readonly (readonly [string, string])[] =>
  draw.from([
    [['Authorization', `Bearer ${everything}`]],
    [['Authorization', `Bearer ${everything}`]],
    [['Authorization', 'Bearer nobody-knows-this-one']],
    [['Authorization', `Bearer invented-${draw.below(1e6)}`]],
    [['Authorization', asHeader(drawText(draw, 9000))]],
    [],
  ] as const);

/** One of the known cases, in the formats and by the ways of all clients. */
const known: Kind = (draw, records) => {
  const { body, headers } = draw.from(
    Object.values(draw.from([limited(records), large(records), multiplied])),
  );
  return {
    body,
    headers: {
      ...(draw.once(3) && {
        accept: draw.from([
          'multipart/mixed',
          'text/event-stream',
          'application/graphql-response+json',
        ]),
      }),
      ...(draw.once(8) && { 'x-upstream-explain': draw.from(['plan', 'trace']) }),
      // Not on the list, so the request takes the usual way.
      ...(draw.once(2) && { origin: 'https://elsewhere.example' }),
      ...headers,
    },
  };
};

export const operation = (draw: Draw, records: Known): Hostile =>
  draw.from([known, known, argument, argument, finds, finds, file, file, live, parameters, places])(
    draw,
    records,
  );

export const graphql: Make = (draw, given) => {
  const { body, headers } = operation(draw, given.known);
  return {
    method: 'POST',
    target: '/graphql',
    headers: [json, ...authorization(draw), ...Object.entries(headers)],
    body,
  };
};

export const get: Make = (draw, given) => {
  const { body, headers } = operation(draw, given.known);
  const query = draw.once(4)
    ? `${draw.from(['query', 'variables', 'extensions', 'x'])}=${encodeURI(drawText(draw, 2500).toWellFormed())}`
    : toQueryString(parseParameters(body));
  const target = `/graphql?${query}`.slice(0, maxTarget);
  return {
    method: 'GET',
    target,
    headers: [...authorization(draw), ...Object.entries(headers)],
    body: '',
  };
};

/**
 * The parameters of a body; none where they are nested more deeply than they could be printed
 * again.
 */
export function parseParameters(body: string): unknown {
  const parameters: unknown = JSON.parse(body);
  try {
    JSON.stringify(parameters);
    return parameters;
  } catch {
    return {};
  }
}

function toQueryString(parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return '';
  const texts = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return String(new URLSearchParams(texts));
}

interface Nodes {
  readonly nodes: readonly { readonly id: string; readonly nodeId: string }[];
}

/** What hostile requests may know: ids, and the session and files of a browser. */
export async function prepare(url: string): Promise<Given> {
  const page = await (await fetch(`${url}/`)).text();
  return {
    known: await readKnown(url),
    session: await signIn({ fetch: (request) => fetch(request) }, { credential: everything }, url),
    assets: [...page.matchAll(/(?:src|href)="(\/dashboard\/[^"]+)"/g)].map(([, path = '']) => path),
  };
}

async function readKnown(url: string): Promise<Given['known']> {
  const lists = ['screens', 'media', 'playlists'];
  const query = `{ ${repeated(3, (index) => `${lists[index]}(first: 1000) { nodes { id nodeId } }`)} }`;
  const response = await fetch(operationRequest(query, { url, credential: everything }));
  // The answer to the query above.
  const { data } = (await response.json()) as {
    readonly data: Readonly<Record<'screens' | 'media' | 'playlists', Nodes>>;
  };
  const all = [data.media, data.playlists, data.screens].flatMap(({ nodes }) => nodes);
  return {
    screens: data.screens.nodes.map(({ id }) => id),
    media: data.media.nodes.map(({ id }) => id),
    nodeIds: all.map(({ nodeId }) => nodeId),
  };
}
