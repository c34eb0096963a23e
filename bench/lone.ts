import type { Case } from './case.js';
import type { DataSet } from './data.js';
import { freshMembers } from './fresh-text.js';
import { forms } from './mode.js';
import { bodiesFor, type RunningUpstream, type Server } from './server.js';

/** The requests and the result of single queries. */
export interface Lone {
  /** REST requests, the mean of some queries. */
  readonly requests: number;
  /**
   * Every scalar of the first result that is the same each time, sorted; undefined for the proxy, whose response is not
   * GraphQL.
   */
  readonly values: string | undefined;
}

const noMembers: ReadonlySet<string> = new Set();

/** Queries, sent one after the other. */
const queries = 4;

/** @throws Error for a response other than 200, or one with errors */
export async function askAlone(server: Server, each: Case, data: DataSet): Promise<Lone> {
  const before = await countRequests(server.upstream);
  const responses: string[] = [];
  for (const body of bodiesFor(server.name, each, data).slice(0, queries))
    responses.push(await ask(server, body));
  const requests = ((await countRequests(server.upstream)) - before) / responses.length;
  if (server.name === 'bare') return { requests, values: undefined };
  // A GraphQL response is a JSON object with these members.
  const { data: values, errors } = JSON.parse(responses[0] ?? '') as { data: unknown; errors?: unknown };
  if (errors !== undefined)
    throw new Error(`${server.name} ${each.name}: ${JSON.stringify(errors).slice(0, 500)}`);
  const skipped = forms[server.upstream.mode].isFresh ? freshMembers : noMembers;
  return { requests, values: scalarsOf(values, skipped).toSorted().join('\n') };
}

/** REST requests that the upstream has received so far. */
export const countRequests = async ({ url }: RunningUpstream): Promise<number> =>
  Number(await (await fetch(`${url}/requests`)).text());

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
