import { allGrants, holdsCanary } from './credential.js';
import { stampOf } from './organization.js';
import { type SeenRequest, valuesOf } from './seen.js';

/**
 * Headers that the façade may send. Only the credential and the request id come from the client.
 */
const allowedHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'authorization',
  'accept',
  'accept-encoding',
  'user-agent',
  'x-request-id',
  'traceparent',
  'tracestate',
]);

/** What the façade has sent to a client, or written. */
export interface Output {
  readonly what: string;
  readonly text: string;
  /** The credential of a response. */
  readonly credential?: string | undefined;
}

export interface OpenRig {
  readonly requests: readonly SeenRequest[];
  readonly log: readonly string[];
  readonly credentials: ReadonlySet<string>;
}

/** The rules that the requests and the log of a rig break. */
export function faultsOfRig({ requests, log, credentials: clients }: OpenRig): string[] {
  const faults = requests.flatMap((request) => faultsOfRequest(request, clients));
  const line = log.find(holdsCanary);
  return line === undefined ? faults : [...faults, `the canary is in the log: ${line}`];
}

/** The secrets in an output of the façade. */
export function faultsOfOutput({ what, text, credential }: Output): string[] {
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

/** The rules that a request breaks; they hold in every test. */
export function faultsOfRequest(request: SeenRequest, credentials: ReadonlySet<string>): string[] {
  const { method, target, routed, rawHeaders, bodyBytes } = request;
  const faults: string[] = [];
  if (method !== 'GET') faults.push(`method ${method}`);
  if (routed === undefined) faults.push(`target ${target} is not one of the nine endpoints`);
  else faults.push(...faultsOfQuery(routed.query, routed.isList));
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  faults.push(...names.filter((name) => !allowedHeaders.has(name)).map((name) => `header ${name}`));
  if (new Set(names).size !== names.length) faults.push('a header twice');
  const authorizations = valuesOf(request, 'authorization');
  if (authorizations.length !== 1) faults.push(`${authorizations.length} Authorization headers`);
  const credential = authorizations[0]?.replace(/^Bearer /, '') ?? '';
  if (!authorizations[0]?.startsWith('Bearer ') || !credentials.has(credential))
    faults.push('a credential that no client sent');
  if (bodyBytes > 0) faults.push(`a body of ${bodyBytes} bytes`);
  const others = rawHeaders.filter(
    (_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'authorization',
  );
  if (holdsCanary(`${target}\n${others.join('\n')}`))
    faults.push('the credential outside of Authorization');
  return faults.map((fault) => `request ${request.number} (${method} ${target}): ${fault}`);
}

function faultsOfQuery(query: string, isList: boolean): string[] {
  if (query === '') return [];
  if (!isList) return [`a query: ${query}`];
  const faults: string[] = [];
  const parameters = [...new URLSearchParams(query)];
  if (new Set(parameters.map(([name]) => name)).size !== parameters.length)
    faults.push(`a repeated parameter: ${query}`);
  for (const [name, value] of parameters) {
    const number = /^[1-9]\d*$/.test(value) ? Number(value) : 0;
    if (name !== 'page' && name !== 'limit') faults.push(`parameter ${name}`);
    else if (number < 1 || (name === 'limit' && number > 100)) faults.push(`${name}=${value}`);
  }
  return faults;
}
