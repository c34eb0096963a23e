import type { Draw } from '../../fuzz/draw.js';
import { everything } from '../../system/test-system.js';
import { argument, file, finds, live, parameters, places, variables } from './argument.js';
import { generateHostile, type Hostile, type Known } from './operation.js';
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
  readonly session: { readonly cookie: string; readonly token: string };
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

export const operation = (draw: Draw, known: Known): Hostile =>
  draw.from([
    generateHostile,
    argument,
    argument,
    variables,
    finds,
    finds,
    file,
    file,
    live,
    parameters,
    places,
  ])(draw, known);

export const graphql: Make = (draw, { known }) => {
  const { body, headers } = operation(draw, known);
  return {
    method: 'POST',
    target: '/graphql',
    headers: [json, ...authorization(draw), ...Object.entries(headers)],
    body,
  };
};

export const get: Make = (draw, { known }) => {
  const { body, headers } = operation(draw, known);
  const query = draw.once(4)
    ? `${draw.from(['query', 'variables', 'extensions', 'x'])}=${encodeURI(drawText(draw, 2500).toWellFormed())}`
    : toQueryString(parseParameters(body));
  const target = `/graphql?${query}`.slice(0, maxTarget);
  return { method: 'GET', target, headers: [...authorization(draw), ...Object.entries(headers)], body: '' };
};

/** The parameters of a body; none where they are nested more deeply than they could be printed again. */
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
