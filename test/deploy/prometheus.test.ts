import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createLogger } from '../../src/extra/telemetry/log.js';
import { Metrics } from '../../src/extra/telemetry/metric.js';
import { anchorsOf, codeBlocks, read, root, section, tableRows } from '../docs/markdown.js';
import { openFolder } from '../rig/open.js';
import { faultsOf, list, name, object, text } from './json-schema.js';
import { containerOf, pick, readDeploy, readManifests } from './manifest.js';
import {
  faultsOfQuery,
  readQuery,
  servedMetrics,
  servedOrganizationMetrics,
  type ServedMetrics,
} from './served-metric.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    readonly runbook: string;
    readonly description?: string;
  };
}

/** `promtool` holds the files to their schema. */
const readRules = (file: string): readonly Rule[] => {
  const { groups } = parse(readDeploy(file)) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  return groups.flatMap((group) => group.rules);
};

const alertFiles = [
  {
    file: 'prometheus/alerts.yaml',
    tests: 'test/deploy/alerts.promtool.yaml',
    heading: 'Alerts',
    anchor: 'alerts',
    job: 'job = partner-graphql',
    readServed: servedMetrics,
  },
  {
    file: 'prometheus/organization-alerts.yaml',
    tests: 'test/deploy/organization-alerts.promtool.yaml',
    heading: 'Alerts of an organization',
    anchor: 'alerts-of-an-organization',
    job: 'job =~ signage.*',
    readServed: servedOrganizationMetrics,
  },
];

const promtool = (args: readonly string[], input?: string) =>
  spawnSync('promtool', args, { cwd: root, encoding: 'utf8', input });
const hasPromtool = promtool(['--version']).error === undefined;
const hasAmtool = spawnSync('amtool', ['--version']).error === undefined;

describe.each(alertFiles)('$file', ({ file, tests, heading, anchor, job, readServed }) => {
  const rules = readRules(file);
  let served: ServedMetrics;
  beforeAll(async () => {
    served = await readServed();
  });

  it.each(rules)('$alert asks for metrics and labels that exist', ({ expr, annotations }) => {
    const shown = [...(annotations.description ?? '').matchAll(/query "([^"]+)"/g)].map(
      ([, query = '']) => query,
    );
    for (const each of [expr, ...shown])
      expect(faultsOfQuery(each.replaceAll("'", '"'), served)).toEqual([]);
  });

  it('select their job, and name the codes that they count: cancelled requests are no fault', () => {
    const selectors = rules.flatMap(({ expr }) => readQuery(expr).selectors);
    const isOfJob = (matcher: readonly string[]): boolean => matcher.join(' ') === job;
    expect(selectors.filter(({ matchers }) => !matchers.some(isOfJob))).toEqual([]);
    const matchers = selectors.flatMap((selector) => selector.matchers);
    expect(matchers.filter(([, operator]) => operator.startsWith('!'))).toEqual([]);
    expect(matchers.filter(([, , value]) => value.includes('CANCELLED'))).toEqual([]);
  });

  it('lead to their table in docs/operation.md', () => {
    // A path in the repository: it has no address of its own yet.
    expect(new Set(rules.map(({ annotations }) => annotations.runbook))).toEqual(
      new Set([`docs/operation.md#${anchor}`]),
    );
    expect(anchorsOf(read('docs/operation.md'))).toContain(anchor);
  });

  it('have a severity, a summary and a row in docs/operation.md each', () => {
    for (const { labels, annotations } of rules) {
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
    }
    const listed = tableRows(section(read('docs/operation.md'), heading)).map(([cell]) => cell);
    expect(listed).toEqual(rules.map(({ alert }) => `\`${alert}\``));
  });

  it('are all tested', () => {
    const text = read(tests);
    expect(rules.filter(({ alert }) => !text.includes(`alertname: ${alert}\n`))).toEqual([]);
  });
});

it.skipIf(!hasPromtool)(
  'promtool finds no fault in /metrics (skipped without promtool)',
  async () => {
    const registry = new Registry();
    const metrics = new Metrics(() => 0, registry);
    metrics.fleet(createLogger('silent'), 'Redis');
    const { status, stdout, stderr } = promtool(
      ['check', 'metrics'],
      await (await metrics.read()).text(),
    );
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  },
);

it('a metric, a label and a value that do not exist would be found', async () => {
  const faulty =
    'sum by (colour) (rate(partner_graphql_operations_total{shape="a", outcome="fine"}[5m])) / nothing';
  const served = await servedMetrics();
  expect(faultsOfQuery(faulty, served)).toEqual([
    'metric nothing',
    'label shape of partner_graphql_operations_total',
    'value fine of outcome',
    'label colour of a group',
  ]);
  expect(() => faultsOfQuery('sum(rate(up[5m])', served)).toThrow(/Malformed/);
});

describe('the queries of docs/operation.md', () => {
  const [block, ...others] = codeBlocks(read('docs/operation.md')).filter(
    ({ language }) => language === 'promql',
  );
  const lines = (block?.text ?? '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it.each(lines)('%s', async (line) => {
    expect(others).toEqual([]);
    expect(faultsOfQuery(line, await servedMetrics())).toEqual([]);
  });
});

describe('the configuration of Alertmanager in docs/operation.md', () => {
  const [block, ...others] = codeBlocks(read('docs/operation.md')).filter(({ text: each }) =>
    each.includes('inhibit_rules'),
  );
  // `amtool` holds the block to its shape.
  const { inhibit_rules: inhibitRules } = parse(block?.text ?? '') as {
    readonly inhibit_rules: readonly Record<
      'source_matchers' | 'target_matchers',
      readonly string[]
    >[];
  };
  const alertOf = ([matcher = '']: readonly string[]): string =>
    matcher.replace('alertname = ', '');

  it('inhibits alerts of rules that stand after that of the inhibiting one', () => {
    expect([others.length, inhibitRules.length]).toEqual([0, 1]);
    const order = readRules('prometheus/organization-alerts.yaml').map(({ alert }) => alert);
    for (const { source_matchers: source, target_matchers: target } of inhibitRules) {
      const [first, second] = [source, target].map((each) => order.indexOf(alertOf(each)));
      expect(first).toBeGreaterThanOrEqual(0);
      expect(second).toBeGreaterThan(first ?? NaN);
    }
  });

  it.skipIf(!hasAmtool)('is accepted by amtool (skipped without amtool)', () => {
    const file = join(openFolder(), 'alertmanager.yaml');
    const check = (configuration: string): string => {
      writeFileSync(file, configuration);
      return spawnSync('amtool', ['check-config', file], { encoding: 'utf8' }).stdout;
    };
    expect(check(block?.text ?? '')).toMatch(/SUCCESS[^]*1 inhibit rules[^]*1 receivers/);
    expect(check((block?.text ?? '').replace('group_by', 'group'))).toContain('FAILED');
  });
});

describe('the configuration of Prometheus', () => {
  const file = readDeploy('prometheus/prometheus.yaml');

  it('names the job that the rules expect, and finds the pods of facade.yaml', () => {
    expect(/job_name: (.+)/.exec(file)?.[1]).toBe('partner-graphql');
    const manifests = readManifests('kubernetes/facade.yaml');
    const { labels } = pick(manifests, 'Deployment').spec.template.metadata;
    expect(labels).toEqual({ 'app.kubernetes.io/name': 'partner-graphql' });
    expect(containerOf(manifests).ports.map(({ name }) => name)).toContain('metrics');
  });
});

const texts = { type: 'object', additionalProperties: text };
const duration = { type: 'string', pattern: '^\\d+(?:ms|[smhdwy])$' };

/**
 * The parts of the Prometheus operator's definition that our file uses, written from its reference.
 */
const podMonitorSchema = object(
  {
    apiVersion: { const: 'monitoring.coreos.com/v1' },
    kind: { const: 'PodMonitor' },
    metadata: object({ name, labels: texts }, 'name'),
    spec: object(
      {
        jobLabel: text,
        selector: object({ matchLabels: texts }, 'matchLabels'),
        podMetricsEndpoints: list(
          object(
            { port: name, path: { type: 'string', pattern: '^/' }, interval: duration },
            'port',
          ),
        ),
      },
      'selector',
      'podMetricsEndpoints',
    ),
  },
  'apiVersion',
  'kind',
  'metadata',
  'spec',
);

describe('the resources for the Prometheus operator', () => {
  const folder = 'kubernetes/monitoring';
  it('have the shape of their definition', () => {
    expect(faultsOf(podMonitorSchema, readManifests(`${folder}/pod-monitor.yaml`)[0])).toEqual([]);
    expect(faultsOf(podMonitorSchema, { spec: { joblabel: 'a' } })).not.toEqual([]);
  });

  it('find the pods of facade.yaml by the port of their metrics, and name the job that the rules expect', () => {
    const { spec } = pick(readManifests(`${folder}/pod-monitor.yaml`), 'PodMonitor');
    const manifests = readManifests('kubernetes/facade.yaml');
    const { labels } = pick(manifests, 'Deployment').spec.template.metadata;
    expect(spec.selector).toEqual({ matchLabels: labels });
    expect(labels).toHaveProperty([spec.jobLabel], 'partner-graphql');
    const [endpoint, ...others] = spec.podMetricsEndpoints;
    expect(others).toEqual([]);
    expect(containerOf(manifests).ports.map(({ name }) => name)).toContain(endpoint?.port);
    expect(endpoint?.path).toBe('/metrics');
  });

  it('hold the rules of alerts.yaml; `vitest -u` writes them', async () => {
    const [head, body] = readDeploy('prometheus/alerts.yaml').split(/^(?=groups:)/m);
    const resource = [
      head?.trim() ?? '',
      '# A copy of prometheus/alerts.yaml for the Prometheus operator: a change belongs there.',
      'apiVersion: monitoring.coreos.com/v1',
      'kind: PrometheusRule',
      'metadata:',
      '  name: partner-graphql',
      '  labels:',
      '    app.kubernetes.io/name: partner-graphql',
      'spec:',
      body?.replace(/^(?=.)/gm, '  ') ?? '',
    ].join('\n');
    await expect(resource).toMatchFileSnapshot(
      join(root, 'deploy', folder, 'prometheus-rule.yaml'),
    );
  });
});

describe.skipIf(!hasPromtool)(`promtool${hasPromtool ? '' : ' (skipped: it is missing)'}`, () => {
  it.each(alertFiles)('accepts the rules of $file', ({ file }) => {
    const { stdout, stderr, status } = promtool(['check', 'rules', `deploy/${file}`]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`SUCCESS: ${readRules(file).length} rules found`);
  });

  it.each(alertFiles)(
    'each rule of $file fires for what it is about, and is silent before',
    ({ tests }) => {
      const { stdout, status } = promtool(['test', 'rules', tests]);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: expect.stringContaining('SUCCESS') as unknown,
      });
    },
  );

  it('accepts the configuration of organizations', () => {
    const args = ['check', 'config', '--syntax-only', 'deploy/prometheus/organization.yaml'];
    const { stderr, status } = promtool(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('accepts the configuration', () => {
    const folder = openFolder();
    // Debian's promtool is built without the discovery of Kubernetes.
    const discovery = /kubernetes_sd_configs:\n +- role: pod/;
    const text = readDeploy('prometheus/prometheus.yaml');
    expect(text).toMatch(discovery);
    writeFileSync(join(folder, 'prometheus.yaml'), text.replace(discovery, 'static_configs: []'));
    writeFileSync(join(folder, 'alerts.yaml'), readDeploy('prometheus/alerts.yaml'));
    const { stderr, status } = promtool(['check', 'config', join(folder, 'prometheus.yaml')]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('finds nothing wrong with the names and types of our metrics', async () => {
    const metrics = new Metrics(() => 0);
    metrics.fleet(createLogger('silent'), 'Redis');
    const text = await (await metrics.read()).text();
    // prom-client names some metrics of the process against the conventions.
    const ours = text
      .split('\n')
      .filter((line) => /^(?:# \w+ )?partner_graphql_/.test(line))
      .join('\n');
    const { stdout, stderr, status } = promtool(['check', 'metrics'], `${ours}\n`);
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
