import type { Case } from './case.js';
import type { DataSet } from './data.js';
import { freshMembers } from './fresh-text.js';
import { forms } from './mode.js';
import { countHttp2Requests, countRequests } from './running-upstream.js';
import { bodiesFor, type Server } from './server.js';

/** The requests and the result of single queries. */
export interface Lone {
  /** REST requests, the mean of some queries. */
  readonly requests: number;
  /** Whether they came over HTTP/2. */
  readonly isHttp2: boolean;
  /**
   * Every scalar of the first result that is the same each time, sorted; undefined for the proxy,
   * whose response is not GraphQL.
   */
  readonly values: string | undefined;
}

const noMembers: ReadonlySet<string> = new Set();

/** Queries, sent one after the other. */
const queries = 4;

/** @throws Error for a response other than 200, or one with errors */
export async function askAlone(server: Server, each: Case, data: DataSet): Promise<Lone> {
  const before = await countRequests(server.upstream);
  const http2Before = await countHttp2Requests(server.upstream);
  const responses: string[] = [];
  for (const body of bodiesFor(server.name, each, data).slice(0, queries))
    responses.push(await ask(server, body));
  const requests = ((await countRequests(server.upstream)) - before) / responses.length;
  const isHttp2 = (await countHttp2Requests(server.upstream)) > http2Before;
  if (server.name === 'bare') return { requests, isHttp2, values: undefined };
  // A GraphQL response is a JSON object with these members.
  const { data: values, errors } = JSON.parse(responses[0] ?? '') as {
    data: unknown;
    errors?: unknown;
  };
  if (errors !== undefined)
    throw new Error(`${server.name} ${each.name}: ${JSON.stringify(errors).slice(0, 500)}`);
  const skipped = forms[server.upstream.mode].isFresh ? freshMembers : noMembers;
  return { requests, isHttp2, values: scalarsOf(values, skipped).toSorted().join('\n') };
}

async function ask({ name, endpoint }: Server, body: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer bench',
    'x-forwarded-proto': 'https',
  };
  const response = await fetch(endpoint, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`${name} responded with HTTP ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** All scalars, with enum values as the REST API writes them. */
function scalarsOf(value: unknown, skipped: ReadonlySet<string>): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => scalarsOf(each, skipped));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      skipped.has(name) ? [] : scalarsOf(member, skipped),
    );
  return [String(value).toLowerCase().replaceAll('_', '-')];
}
