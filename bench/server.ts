import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './case.js';
import { builtModule, type ServingChild, startServer } from './child.js';
import type { DataSet } from './data.js';
import type { LoadOrder, LoadReport } from './load.js';
import { type RunningUpstream, trust } from './running-upstream.js';

export const serverNames = ['bare', 'naive', 'facade'] as const;
export type ServerName = (typeof serverNames)[number];

/** A measured server. */
export interface Server extends ServingChild {
  readonly name: ServerName;
  readonly upstream: RunningUpstream;
  /** Address of its endpoint. */
  readonly endpoint: string;
}

/**
 * @param settings of the façade, beside those that each measurement needs
 * @param build the folder of the built façade
 * @param launcher of the façade; see `startChild`
 */
export async function openServer(
  name: ServerName,
  node: string,
  upstream: RunningUpstream,
  settings: Readonly<Record<string, string>> = {},
  build = join(process.cwd(), 'dist'),
  launcher: readonly string[] = [],
): Promise<Server> {
  const child = await start(name, node, upstream, settings, build, launcher);
  return { ...child, name, upstream, endpoint: `${child.url}/graphql` };
}

function start(
  name: ServerName,
  node: string,
  { mode, url }: RunningUpstream,
  settings: Readonly<Record<string, string>>,
  build: string,
  launcher: readonly string[],
): Promise<ServingChild> {
  if (name !== 'facade')
    return startServer(node, builtModule(`${name}.js`), { ...trust(mode), UPSTREAM: url });
  const own = { PARTNER_API_URL: url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' };
  return startServer(
    node,
    join(build, 'main.js'),
    { ...trust(mode), ...own, ...settings },
    launcher,
  );
}

/**
 * Sends load to a server, from the process of its upstream: of three processes on two cores, two
 * would wait for each other, and the tail of the latencies would be their own.
 *
 * @throws Error where a response is not 200
 */
export async function sendLoad({ name, upstream }: Server, order: LoadOrder): Promise<LoadReport> {
  // The process replies to an order with its report.
  const report = (await upstream.ask(order)) as LoadReport;
  if (report.failed > 0)
    throw new Error(
      `${name} ${upstream.mode}: ${report.failed} responses were not 200: ${order.bodies[0]?.slice(0, 200) ?? ''}`,
    );
  return report;
}

/**
 * The bodies of a case for a server, one for each set of variables. The proxy reads the name of the
 * case only.
 */
export function bodiesFor(
  server: ServerName,
  { name, variables }: Case,
  data: DataSet,
): readonly string[] {
  const schema = server === 'naive' ? 'naive' : 'facade';
  const query = readFileSync(
    join(process.cwd(), `bench/queries/${schema}/${name}.graphql`),
    'utf8',
  );
  return variables(data).map((each) =>
    JSON.stringify({ query, operationName: name, variables: each }),
  );
}
