import { expect } from 'vitest';
import type { Facade, FacadeOptions } from '../../src/facade.js';
import type { SimulatorOptions } from '../../src/command/simulator/simulator.js';
import { openFacade, openSimulator } from '../rig/open.js';
import { type OperationOptions, operationRequest } from '../rig/operation-request.js';

export const everything = 'demo-everything-credential';

/**
 * Starts the whole system for one test: a façade over the simulator, with real sockets between
 * them.
 */
export async function startSystem(
  options: SimulatorOptions = {},
  facadeOptions: Partial<FacadeOptions> = {},
) {
  const simulator = await openSimulator(options);
  return { facade: openFacade({ partnerApiUrl: simulator.url, ...facadeOptions }), simulator };
}

export type TestSystem = Awaited<ReturnType<typeof startSystem>>;

/** A response of the façade as an HTTP client sees it. */
export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly ResponseError[];
  /** Those of the errors, in their order. */
  readonly codes: readonly unknown[];
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
}

export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Sends any request to the façade's own handler. */
export async function sendTo(
  facade: Facade,
  path: string,
  init: RequestInit = {},
): Promise<ClientResponse> {
  return readResponse(await facade.fetch(new Request(`http://facade.test${path}`, init)));
}

/** A request with an operation, by default with a credential of all scopes. */
export const requestOf = (
  query: string,
  { credential = everything, headers, ...options }: OperationOptions = {},
): Request =>
  operationRequest(query, {
    credential,
    headers: { accept: 'application/graphql-response+json', ...headers },
    ...options,
  });

/** Sends an operation as text, for documents that cannot be typed; `null` sends no credential. */
export const sendQuery = async (
  facade: Facade,
  query: string,
  variables: object = {},
  credential: string | null = everything,
): Promise<ClientResponse> =>
  readResponse(await facade.fetch(requestOf(query, { variables, credential })));

/** Reads a response to its end. */
export async function readResponse(response: Response): Promise<ClientResponse> {
  const text = await response.text();
  const body = parse(text);
  const errors = (body['errors'] ?? []) as ResponseError[];
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: body['data'] as ClientResponse['data'],
    errors,
    codes: errors.map(({ extensions }) => extensions['code']),
    extensions: body['extensions'] as ClientResponse['extensions'],
  };
}

/** The members of a GraphQL response; none for any other body. */
function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** Expects the refusal of a whole request: no data, errors of one code, and no REST request. */
export function expectRefused(
  { simulator }: { readonly simulator: { readonly requests: readonly unknown[] } },
  response: Pick<ClientResponse, 'status' | 'codes' | 'errors'> & { readonly data: unknown },
  code: string,
  status = 400,
): void {
  const { data, codes, errors } = response;
  expect({ status: response.status, data, codes: [...new Set(codes)] }).toEqual({
    status,
    codes: [code],
  });
  for (const { message } of errors) expect(message.length).toBeLessThan(1000);
  expect(simulator.requests).toEqual([]);
}

/** The codes of a response's errors, each after its path. */
export const codesOf = ({ errors }: Pick<ClientResponse, 'errors'>): string[] =>
  errors.map(({ path = [], extensions }) => `${path.join('.')} ${String(extensions['code'])}`);
