import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { freePort } from '../cluster/several-workers.js';
import { startCommand } from '../rig/command.js';
import { everything } from '../system/test-system.js';
import { eventually } from '../telemetry/watched.js';
import { readDeploy } from './manifest.js';

const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** Its shape is tested. */
const { panels } = JSON.parse(readDeploy('grafana/partner-graphql.json')) as {
  readonly panels: readonly Panel[];
};
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'partner-graphql'),
  })),
);

/** A Prometheus that asks one façade every second. It ends with the test. */
async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const scrape = { job_name: 'partner-graphql', static_configs: [{ targets: [target] }] };
  const config = { global: { scrape_interval: '1s' }, scrape_configs: [scrape] };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const files = [`--config.file=${folder}/prometheus.yaml`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...files, `--web.listen-address=${address}`], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  await eventually(() =>
    fetch(`http://${address}/-/ready`).then(
      ({ status }) => status,
      () => 0,
    ),
  ).toBe(200);
  return async (query: string): Promise<Answer> => {
    const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`);
    // Prometheus' own shape.
    return (await response.json()) as Answer;
  };
}

interface Answer {
  readonly status: string;
  readonly data: { readonly result: readonly unknown[] };
}

/** One façade with something of everything that it counts, but for drift; `work` gives it more to do. */
async function startBusyFacade() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const settings = { PARTNER_API_URL: simulator.url, METRICS_PORT: '0', LIVE_MIN_SECONDS: '1' };
  const { url, output } = await startCommand(settings);
  const send = (query: string, accept: string): Promise<Response> =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${everything}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ query }),
    });
  // Its stream stays open.
  await send('subscription { live(everySeconds: 1) { organization { name } } }', 'text/event-stream');
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
      send('{ screens(first: 1000) { nodes { id name } } }', json).then((response) => response.text()),
  };
}

describe.skipIf(!hasPrometheus)(`Prometheus${hasPrometheus ? '' : ' (skipped: it is missing)'}`, () => {
  it('reads the metrics port, and has data for every query of the dashboard but those of drift and Redis', async () => {
    const { target, work } = await startBusyFacade();
    const query = await startPrometheus(target);
    const withoutData = async (): Promise<ReadonlySet<string>> => {
      // A process that rests collects no garbage.
      await work();
      const answers = await Promise.all(
        queries.map(async ({ title, expr }) => ({ title, ...(await query(expr)) })),
      );
      expect(answers.filter(({ status }) => status !== 'success')).toEqual([]);
      return new Set(answers.filter(({ data }) => data.result.length === 0).map(({ title }) => title));
    };
    const ofFleet = ['Redis is used', 'Commands by outcome', 'Commands, 99 %', 'Messages'];
    await eventually(withoutData).toEqual(new Set(['Contract drift', ...ofFleet]));
  });
});
