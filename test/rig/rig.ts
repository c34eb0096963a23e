import { pino } from 'pino';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { allGrants, credentials } from './credential.js';
import { atEnd, checkAtEnd, searched, watchTest } from './ending.js';
import { at } from './json.js';
import { operationRequest } from './operation-request.js';
import { openListener } from './open.js';
import { type RawResponder, type RawUpstream, startRawUpstream } from './raw-upstream.js';
import type { SeenRequest } from './seen.js';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.js';

export interface RigOptions extends UpstreamOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly facade?: Partial<Omit<FacadeOptions, 'settings' | 'logger'>>;
}

export interface RigResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResultBody;
}

export interface ResultBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly ResultError[];
  readonly extensions?: unknown;
}

export interface ResultError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

interface AskOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a façade with the faulty HTTP upstream; both end with the test. */
export async function startRig(options: RigOptions = {}): Promise<Rig<Upstream>> {
  watchTest();
  return openRig(await startUpstream(options), options);
}

/** Starts a façade with an upstream that responds with any bytes. */
export async function startRawRig(
  respond: RawResponder,
  options: RigOptions = {},
): Promise<Rig<RawUpstream>> {
  watchTest();
  return openRig(await startRawUpstream(respond, options.prefix), options);
}

interface AnyUpstream {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

function openRig<U>(upstream: U & AnyUpstream, options: RigOptions) {
  atEnd(() => upstream.stop());
  const log: string[] = [];
  const clients = new Set(allGrants().keys());
  const logger = pino(
    { level: 'trace', base: null },
    { write: (line: string) => void log.push(line) },
  );
  const facade = createFacade({
    partnerApiUrl: upstream.url,
    ...options.facade,
    settings: { PORT: '0', ...options.settings },
    logger,
  });
  checkAtEnd({ requests: upstream.requests, log, credentials: clients });
  atEnd(() => facade.close());
  const fetch = createFetch(facade, clients);
  return {
    upstream,
    facade,
    requests: upstream.requests,
    /** Lines of the log at `trace`. */
    log,
    /** Those with such a message, which pino writes as one object each. */
    logged: (message: RegExp) =>
      log
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .filter(({ msg }) => message.test(String(msg))),
    /** Sends any request; the rig searches its response like all others. */
    fetch,
    ask: createAsk(fetch),
    listen: async () => (await openListener(facade)).url,
  };
}

export type Rig<U> = ReturnType<typeof openRig<U>>;

type Fetch = (request: Request) => Promise<Response>;

/** A `fetch` of the façade that records the credentials of clients and the text of responses. */
function createFetch(facade: Facade, clients: Set<string>): Fetch {
  return async (request) => {
    const credential = request.headers.get('authorization')?.replace(/^bearer +/i, '');
    if (credential !== undefined) clients.add(credential);
    const response = await facade.fetch(request);
    const text = await response.clone().text();
    searched({ what: 'response', text: `${headerText(response.headers)}\n${text}`, credential });
    return response;
  };
}

/** Sends an operation; the credential `null` sends none. */
const createAsk =
  (fetch: Fetch) =>
  async (
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    credential: string | null = credentials.alpha.everything,
    { signal, headers }: AskOptions = {},
  ): Promise<RigResponse> => {
    const response = await fetch(
      operationRequest(query, { credential, variables, headers, signal }),
    );
    // The shape of a GraphQL response; tests of the shape itself compare whole bodies.
    const body = (await response.json()) as ResultBody;
    return { status: response.status, headers: response.headers, body };
  };

const headerText = (headers: Headers): string =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

export const dataAt = ({ body }: RigResponse, path: string): unknown => at(body.data, path);

/** Path and extensions of every error, in the order of their paths. */
export function errorsOf({
  body,
}: RigResponse): { path: string; code: unknown; [extension: string]: unknown }[] {
  return (body.errors ?? [])
    .map(({ path, extensions: { code, ...others } }) => ({
      path: path?.join('.') ?? '',
      code,
      ...others,
    }))
    .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
}
