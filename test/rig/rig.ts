import { pino } from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { holdsCanary } from './canary.js';
import { allGrants, credentials } from './credential.js';
import { atEnd, endAll, type Output, searched } from './ending.js';
import { faultsOfRequest } from './invariant.js';
import { at } from './json.js';
import { stampOf } from './organization.js';
import { faultsOfProcess, type ProcessState, readProcessState } from './process-state.js';
import { type RawAnswer, type RawUpstream, startRawUpstream } from './raw-upstream.js';
import type { SeenRequest } from './seen.js';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.js';

export interface RigOptions extends UpstreamOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly facade?: Partial<Omit<FacadeOptions, 'settings' | 'logger'>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnsweredBody;
}

export interface AnsweredBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnsweredError[];
  readonly extensions?: unknown;
}

export interface AnsweredError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A façade in front of an upstream of the rig. */
export interface Rig<U> {
  readonly upstream: U;
  readonly facade: Facade;
  /** Sends an operation; `null` sends no credential. */
  readonly ask: (
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    credential?: string | null,
    options?: AskOptions,
  ) => Promise<Answered>;
  /** Sends any request; its answer is searched like all others. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Opens the façade on a port of its own. */
  readonly listen: () => Promise<string>;
  /** Requests that the upstream has seen. */
  readonly requests: readonly SeenRequest[];
  /** Lines of the log, at `trace`. */
  readonly log: readonly string[];
}

interface OpenRig {
  readonly requests: readonly SeenRequest[];
  readonly log: readonly string[];
  readonly credentials: ReadonlySet<string>;
}

let before: ProcessState | undefined;
const rigs: OpenRig[] = [];

beforeEach(() => {
  before = readProcessState();
});

/** The rules that hold whatever a test is about (fault catalogue, "The rig"); no test asks for them. */
afterEach(async () => {
  const outputs = await endAll();
  const faults = [...rigs.splice(0).flatMap(faultsOfRig), ...outputs.flatMap(faultsOfOutput)];
  if (before !== undefined) faults.push(...(await faultsOfProcess(before)));
  expect(faults).toEqual([]);
});

/** Starts a façade in front of the faulty HTTP upstream; both end with the test. */
export async function startRig(options: RigOptions = {}): Promise<Rig<Upstream>> {
  return openRig(await startUpstream(options), options);
}

/** Starts a façade in front of an upstream that answers with bytes of its own. */
export async function startRawRig(answer: RawAnswer, options: RigOptions = {}): Promise<Rig<RawUpstream>> {
  return openRig(await startRawUpstream(answer, options.prefix), options);
}

interface AnyUpstream {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

function openRig<U extends AnyUpstream>(upstream: U, options: RigOptions): Rig<U> {
  atEnd(() => upstream.stop());
  const log: string[] = [];
  const clients = new Set(allGrants().keys());
  const logger = pino({ level: 'trace', base: null }, { write: (line: string) => void log.push(line) });
  const facade = createFacade({
    partnerApiUrl: upstream.url,
    ...options.facade,
    settings: { PORT: '0', ...options.settings },
    logger,
  });
  rigs.push({ requests: upstream.requests, log, credentials: clients });
  atEnd(() => facade.close());

  const fetchOnce = async (request: Request): Promise<Response> => {
    const credential = request.headers.get('authorization')?.replace(/^bearer +/i, '');
    if (credential !== undefined) clients.add(credential);
    const response = await facade.fetch(request);
    const text = await response.clone().text();
    searched({ what: 'response', text: `${headerText(response.headers)}\n${text}`, credential });
    return response;
  };

  return {
    upstream,
    facade,
    requests: upstream.requests,
    log,
    fetch: fetchOnce,
    async ask(query, variables = {}, credential = credentials.alpha.everything, { signal, headers } = {}) {
      const request = new Request('http://facade.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(credential !== null && { authorization: `Bearer ${credential}` }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
        ...(signal && { signal }),
      });
      const response = await fetchOnce(request);
      // The façade's answers are of this shape; a test that doubts it compares them whole.
      const body = (await response.json()) as AnsweredBody;
      return { status: response.status, headers: response.headers, body };
    },
    async listen() {
      const { url, server } = await listen(facade);
      atEnd(
        () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      );
      return url;
    },
  };
}

function faultsOfRig({ requests, log, credentials: clients }: OpenRig): string[] {
  const faults = requests.flatMap((request) => faultsOfRequest(request, clients));
  const line = log.find(holdsCanary);
  return line === undefined ? faults : [...faults, `the canary is in the log: ${line}`];
}

function faultsOfOutput({ what, text, credential }: Output): string[] {
  const faults = holdsCanary(text) ? [`the canary is in a ${what}: ${text.slice(0, 300)}`] : [];
  const other = otherStamp(credential);
  if (other !== undefined && text.includes(other))
    faults.push(`${other} is in a ${what} of the other organization`);
  return faults;
}

function otherStamp(credential: string | undefined): string | undefined {
  const organization = allGrants().get(credential ?? '')?.organization;
  if (organization === undefined) return undefined;
  return stampOf(organization === 'alpha' ? 'beta' : 'alpha');
}

const headerText = (headers: Headers): string =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

/** The value at a dotted path below `data`. */
export const dataAt = ({ body }: Answered, path: string): unknown => at(body.data, path);

/** Path and extensions of every error, in the order of their paths. */
export function errorsOf({
  body,
}: Answered): { path: string; code: unknown; [extension: string]: unknown }[] {
  return (body.errors ?? [])
    .map(({ path, extensions: { code, ...others } }) => ({ path: path?.join('.') ?? '', code, ...others }))
    .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
}
