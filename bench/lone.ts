import type { Case } from './case.js';
import type { DataSet } from './data.js';
import { freshMembers } from './fresh-text.js';
import { forms } from './mode.js';
import { bodiesFor, type RunningUpstream, type Server } from './server.js';

/** What a lone query costs the upstream, and what its answer holds. */
export interface Lone {
  /** REST requests, the mean of some queries. */
  readonly requests: number;
  /**
   * Every scalar of the first answer that is the same whenever it is asked for, sorted; undefined for the proxy, whose
   * answer is no GraphQL.
   */
  readonly values: string | undefined;
}

const noMembers: ReadonlySet<string> = new Set();

/** Queries that are sent one after the other. */
const queries = 4;

/** @throws Error for an answer that is not 200, or that holds errors */
export async function askAlone(server: Server, each: Case, data: DataSet): Promise<Lone> {
  const before = await countRequests(server.upstream);
  const answers: string[] = [];
  for (const body of bodiesFor(server.name, each, data).slice(0, queries))
    answers.push(await ask(server, body));
  const requests = ((await countRequests(server.upstream)) - before) / answers.length;
  if (server.name === 'bare') return { requests, values: undefined };
  // An answer to an operation is a JSON object with these members (GraphQL over HTTP).
  const { data: values, errors } = JSON.parse(answers[0] ?? '') as { data: unknown; errors?: unknown };
  if (errors !== undefined)
    throw new Error(`${server.name} ${each.name}: ${JSON.stringify(errors).slice(0, 500)}`);
  const skipped = forms[server.upstream.mode].isFresh ? freshMembers : noMembers;
  return { requests, values: scalarsOf(values, skipped).toSorted().join('\n') };
}

/** API requests that the upstream has received so far. */
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
  if (response.status !== 200) throw new Error(`${name} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** Without the names of connections; enum values as the REST API writes them. */
function scalarsOf(value: unknown, skipped: ReadonlySet<string>): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => scalarsOf(each, skipped));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      skipped.has(name) ? [] : scalarsOf(member, skipped),
    );
  return [String(value).toLowerCase().replaceAll('_', '-')];
}
