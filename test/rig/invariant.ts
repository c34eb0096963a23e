import { holdsCanary } from './canary.js';
import { type SeenRequest, valuesOf } from './seen.js';

/** Headers that the façade may send; none of them comes from its client but the credential and the request's id. */
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

/** What a request does that none may do, whatever a test is about; empty for a lawful one. */
export function faultsOfRequest(request: SeenRequest, credentials: ReadonlySet<string>): string[] {
  const { method, target, routed, rawHeaders, bodyBytes } = request;
  const faults: string[] = [];
  if (method !== 'GET') faults.push(`method ${method}`);
  if (routed === undefined) faults.push(`target ${target} is none of the nine shapes`);
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
  if (holdsCanary(`${target}\n${others.join('\n')}`)) faults.push('the credential outside of Authorization');
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
