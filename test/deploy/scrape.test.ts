import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCommand } from '../rig/command.js';
import { openFacade, openListener, openSimulator, openFolder } from '../rig/open.js';
import { operationRequest } from '../rig/operation-request.js';
import { freePort } from '../rig/port.js';
import { everything } from '../system/test-system.js';
import { eventually } from '../extra/telemetry/watched.js';
import { readDeploy } from './manifest.js';

const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;

/** The queries of a dashboard, as Grafana fills in its variables. */
function queriesOf(file: string, job: string) {
  // Its shape is tested.
  const { panels } = JSON.parse(readDeploy(file)) as {
    readonly panels: readonly {
      readonly title: string;
      readonly targets?: readonly { expr: string }[];
    }[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      expr: expr.replaceAll(/\$__(?:rate_interval|range)/g, '1m').replaceAll('$job', job),
    })),
  );
}

/** The titles of the queries that have no data. */
async function withoutData(
  query: Awaited<ReturnType<typeof startPrometheus>>,
  queries: ReturnType<typeof queriesOf>,
): Promise<readonly string[]> {
  const answers = await Promise.all(
    queries.map(async ({ title, expr }) => ({ title, ...(await query(expr)) })),
  );
  expect(answers.filter(({ status }) => status !== 'success')).toEqual([]);
  return answers.filter(({ data }) => data.result.length === 0).map(({ title }) => title);
}

interface Job {
  readonly name: string;
  readonly target: string;
  /** Of a scrape of an organization. */
  readonly credential?: string;
}

/** A Prometheus that scrapes each job every second. It ends with the test. */
async function startPrometheus(jobs: readonly Job[]) {
  const folder = openFolder();
  const scrapes = jobs.map(({ name, target, credential }) => {
    const job = { job_name: name, static_configs: [{ targets: [target] }] };
    if (credential === undefined) return job;
    const file = join(folder, name);
    // As editors end a file.
    writeFileSync(file, `${credential}\n`);
    return {
      ...job,
      metrics_path: '/metrics/organization',
      authorization: { credentials_file: file },
    };
  });
  const config = { global: { scrape_interval: '1s' }, scrape_configs: scrapes };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const files = [`--config.file=${folder}/prometheus.yaml`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...files, `--web.listen-address=${address}`], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await eventually(() =>
    fetch(`http://${address}/-/ready`).then(
      ({ status }) => status,
      () => 0,
    ),
  ).toBe(200);
  return async (query: string): Promise<Answer> => {
    const response = await fetch(
      `http://${address}/api/v1/query?query=${encodeURIComponent(query)}`,
    );
    // Prometheus' own shape.
    return (await response.json()) as Answer;
  };
}

interface Answer {
  readonly status: string;
  readonly data: {
    readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[];
  };
}

/**
 * One façade with something of everything that it counts, but for drift; `work` gives it more to
 * do.
 */
async function startBusyFacade() {
  const simulator = await openSimulator();
  const settings = { PARTNER_API_URL: simulator.url, METRICS_PORT: '0', LIVE_MIN_SECONDS: '1' };
  const { url, output } = await startCommand(settings);
  const send = (query: string, accept: string): Promise<Response> =>
    fetch(operationRequest(query, { url, credential: everything, headers: { accept } }));
  // Its stream stays open.
  await send(
    'subscription { live(everySeconds: 1) { organization { name } } }',
    'text/event-stream',
  );
  const json = 'application/json';
  await send('query Names { a: organization { name } b: organization { id } }', json);
  await send('{ screen(id: "absent") { id } }', json);
  await send('{', json);
  simulator.setFaults([
    { status: 503, times: 2 },
    { status: 429, times: 1 },
  ]);
  for (const id of ['a', 'b', 'c']) await send(`{ screen(id: "${id}") { id } }`, json);
  return {
    target: /"metricsUrl":"http:\/\/([^/]+)\//.exec(output())?.[1] ?? '',
    work: () =>
      send('{ screens(first: 1000) { nodes { id name } } }', json).then((response) =>
        response.text(),
      ),
  };
}

describe.skipIf(!hasPrometheus)(
  `Prometheus${hasPrometheus ? '' : ' (skipped: it is missing)'}`,
  () => {
    it('reads the metrics port, and has data for every query of the dashboard but those of drift and Redis', async () => {
      const { target, work } = await startBusyFacade();
      const query = await startPrometheus([{ name: 'partner-graphql', target }]);
      const queries = queriesOf('grafana/partner-graphql.json', 'partner-graphql');
      const empty = async (): Promise<ReadonlySet<string>> => {
        // A process that rests collects no garbage.
        await work();
        return new Set(await withoutData(query, queries));
      };
      const ofFleet = ['Redis is used', 'Commands by outcome', 'Commands, 99 %', 'Messages'];
      await eventually(empty).toEqual(new Set(['Contract drift', ...ofFleet]));
    });

    it('scrapes organizations by their credentials, and has data for every query of their dashboard', async () => {
      const simulator = await openSimulator();
      const settings = { ORGANIZATION_METRICS: 'true', PORT: '0' };
      const facade = openFacade({ partnerApiUrl: simulator.url, settings });
      const target = new URL((await openListener(facade)).url).host;
      const query = await startPrometheus([
        { name: 'signage-main', target, credential: everything },
        { name: 'signage-second', target, credential: 'demo-second-organization-credential' },
        { name: 'signage-refused', target, credential: 'an-expired-credential' },
      ]);
      const labelsOf = async (expr: string, label: string): Promise<readonly unknown[]> =>
        (await query(expr)).data.result.map(({ metric }) => metric[label]).sort();
      await eventually(() => labelsOf('signage_organization_info', 'job')).toEqual([
        'signage-main',
        'signage-second',
      ]);
      await eventually(() => labelsOf('up == 0', 'job')).toEqual(['signage-refused']);
      expect(new Set(await labelsOf('signage_organization_info', 'organization_name')).size).toBe(
        2,
      );
      const queries = queriesOf('grafana/organization.json', 'signage-main');
      await eventually(() => withoutData(query, queries)).toEqual([]);
    });
  },
);
