import { beforeAll, describe, expect, it } from 'vitest';
import { readDeploy } from './manifest.js';
import {
  faultsOfQuery,
  readQuery,
  servedMetrics,
  servedOrganizationMetrics,
  type ServedMetrics,
} from './served-metric.js';
import { typeFaultsOf } from './type-check.js';

interface Panel {
  readonly id: number;
  readonly type: 'row' | 'timeseries' | 'stat' | 'table';
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly datasource?: object;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** The first test of each holds it to Grafana's own types. */
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: string }[];
  };
}

const dashboards = [
  {
    file: 'grafana/partner-graphql.json',
    readServed: servedMetrics,
    rows: [
      'Is it healthy?',
      'What does it cost?',
      'Is the quota met?',
      'How long does it take?',
      'Subscriptions',
      'Fleet (REDIS_URL)',
      'Processes',
    ],
  },
  {
    file: 'grafana/organization.json',
    readServed: servedOrganizationMetrics,
    rows: [
      'What is wrong now?',
      'Screens over time',
      'Media and playlists',
      'Can the figures be trusted?',
    ],
  },
];

/** As Grafana fills in its variables. */
const fill = (expr: string): string => expr.replaceAll(/\$__(?:(?:rate_)?interval|range)/g, '5m');

const options = (kind: string, name: string): string =>
  `import('@grafana/schema/dist/esm/raw/composable/${kind}/panelcfg/x/${name}PanelCfg_types.gen')`;
const timeseries = options('timeseries', 'TimeSeries');
const types: Readonly<Record<Panel['type'], string>> = {
  row: `import('@grafana/schema').RowPanel`,
  timeseries: `import('@grafana/schema').Panel<${timeseries}.Options, ${timeseries}.FieldConfig>`,
  stat: `import('@grafana/schema').Panel<${options('stat', 'Stat')}.Options>`,
  table: `import('@grafana/schema').Panel<${options('table', 'Table')}.Options>`,
};

describe.each(dashboards)('$file', ({ file, readServed, rows }) => {
  // Its shape is what the first test is about.
  const dashboard = JSON.parse(readDeploy(file)) as Dashboard;
  const { panels, templating } = dashboard;
  const queries = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
  );
  let served: ServedMetrics;
  beforeAll(async () => {
    served = await readServed();
  });

  it('has the types of Grafana’s own schema, and each panel those of its kind', () => {
    const whole = { value: dashboard, type: `import('@grafana/schema').Dashboard` };
    const each = panels.map((value) => ({ value, type: types[value.type] }));
    expect(typeFaultsOf([whole, ...each])).toEqual([]);
  });

  it('a misspelt member and a value that Grafana does not know would be found', () => {
    const [panel] = panels.filter(({ type }) => type === 'timeseries');
    const odd = { ...panel, titel: 'a' };
    const unknown = {
      ...panel,
      fieldConfig: { defaults: { custom: { showPoints: 'seldom' } }, overrides: [] },
    };
    expect(
      typeFaultsOf([odd, unknown].map((value) => ({ value, type: types.timeseries }))),
    ).toHaveLength(2);
  });

  it.each(queries)(
    '$title: $expr asks for metrics and labels that exist',
    ({ expr, legendFormat }) => {
      expect(faultsOfQuery(fill(expr), served)).toEqual([]);
      // A legend can name only labels that the query leaves.
      const read = readQuery(fill(expr)).selectors.flatMap(
        ({ metric }) => served.get(metric) ?? [],
      );
      const left = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? read;
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      expect(left).toEqual(expect.arrayContaining(named));
    },
  );

  it('its variable of the job asks for a metric that exists', () => {
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job']);
    const [, metric = '', label = ''] =
      /^label_values\((\w+), (\w+)\)$/.exec(templating.list[1]?.query ?? '') ?? [];
    expect(served.get(metric)).toContain(label);
  });

  it('every query is limited to the job, and every panel asks the chosen data source', () => {
    for (const { expr } of queries) {
      const selectors =
        expr.match(/\b(?:partner_graphql|signage|process|nodejs|up)\w*(?=[{[])/g) ?? [];
      expect(expr.match(/job=~"\$job"/g)).toHaveLength(selectors.length);
    }
    for (const { type, datasource } of panels)
      if (type !== 'row') expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
  });

  it('has a row for each question, and no two panels in one place or with one id', () => {
    expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual(rows);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from(
        { length: w * h },
        (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`,
      ),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});
