import { expect, it } from 'vitest';
import { read } from './markdown.js';

/** The entrances of features beside the core. */
const entrances = [
  'cluster/primary.ts',
  'export/export.ts',
  'exporter/organization-metrics.ts',
  'federation/subgraph.ts',
  'fleet/sealed-state.ts',
  'graphiql/graphiql.ts',
  'live/live.ts',
  'mcp/mcp.ts',
  'sign-in/sign-in.ts',
  'telemetry/telemetry.ts',
];

it.each(entrances)(
  'extra/%s begins with the page, and perhaps its heading, that tells more',
  (file) => {
    const [first = ''] = read(`src/extra/${file}`).split('\n');
    const [, page, heading] =
      /^\/\*\* .+ \((docs\/[\w-]+\.md)(?:, "([^"]+)")?\)\. \*\/$/.exec(first) ?? [];
    const headings = read(String(page)).match(/^#+ .+$/gm) ?? [];
    expect(headings.length).toBeGreaterThan(1);
    if (heading !== undefined) expect(headings).toContain(`## ${heading}`);
  },
);
