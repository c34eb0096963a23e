import type { Facade } from '../../src/facade.js';
import { everything } from './house.js';

/** An answer of the façade as a client of HTTP sees it. */
export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly SentError[];
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
}

export interface SentError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Sends any request to the façade's own handler. */
export async function sendTo(facade: Facade, path: string, init: RequestInit = {}): Promise<Sent> {
  return readSent(await facade.fetch(new Request(`http://facade.test${path}`, init)));
}

/** Sends an operation as text, for what no typed document can say; `null` sends no credential. */
export function sendQuery(
  facade: Facade,
  query: string,
  variables: unknown = {},
  credential: string | null = everything,
): Promise<Sent> {
  return sendTo(facade, '/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
}

/** Reads a response to its end. */
export async function readSent(response: Response): Promise<Sent> {
  const text = await response.text();
  const body = parse(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: body['data'] as Sent['data'],
    errors: (body['errors'] ?? []) as SentError[],
    extensions: body['extensions'] as Sent['extensions'],
  };
}

/** Only answers of GraphQL are JSON objects; other bodies have no members. */
function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** The codes of an answer's errors, by their paths. */
export const codesOf = ({ errors }: Pick<Sent, 'errors'>): string[] =>
  errors.map(({ path = [], extensions }) => `${path.join('.')} ${String(extensions['code'])}`);
