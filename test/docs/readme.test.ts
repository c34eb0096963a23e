import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '../../src/config.js';
import { errorCodes } from '../../src/partner/error.js';
import { createMetrics } from '../../src/telemetry/metric.js';
import { operations } from '../../bench/requests/operation.js';
import {
  anchorOf,
  codeBlocks,
  codeSpans,
  headings,
  localLinks,
  read,
  root,
  section,
  tableRows,
} from './markdown.js';

const readme = read('README.md');
const changelog = read('CHANGELOG.md');

/** The package's manifest; its shape is npm's. */
const manifest = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

/** The first code span of each row's first cell. */
const firstSpans = (heading: string): readonly (string | undefined)[] =>
  tableRows(section(readme, heading)).map(([cell = '']) => codeSpans(cell)[0]);

describe('the settings table', () => {
  it('has every setting of config.ts, in its order, and no other', () => {
    expect(firstSpans('Settings')).toEqual(Object.keys(settingDefaults));
  });

  it.each(Object.entries(settingDefaults))('%s has its default: %s', (name, standard) => {
    const row = tableRows(section(readme, 'Settings')).find(([cell]) => cell === `\`${name}\``);
    if (standard === undefined) expect(row?.[1]).toMatch(/^unset\b/);
    else expect(row?.[1]).toBe(`\`${standard}\``);
  });

  it('every setting that the text names is one', () => {
    const named = [...readme.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name);
    const known = new Set<string>([...Object.keys(settingDefaults), ...errorCodes]);
    const persisted = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'];
    const others = new Set(['UPPER_SNAKE_CASE', 'PARTNER_CREDENTIAL', ...persisted]);
    expect(named.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
  });
});

describe('the other tables', () => {
  it('errors: every code of ErrorCode, in its order, and no other', () => {
    expect(firstSpans('Errors')).toEqual([...errorCodes]);
  });

  it('cost: every member of an answer’s cost', () => {
    const told =
      /interface UpstreamCost \{([\s\S]*?)\n\}/.exec(read('src/operation/upstream-cost.ts'))?.[1] ?? '';
    const members = [...told.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name);
    // `trace` and `plan` are there on demand alone; the text tells of them.
    const always = members.filter((name) => name !== 'trace' && name !== 'plan');
    expect(firstSpans('Cost').slice(0, always.length)).toEqual(always);
  });

  it('REST requests: every operation that npm run bench:requests counts, in its order', () => {
    const table = section(readme, 'Cost').split('<!-- bench:requests -->')[1] ?? '';
    expect(tableRows(table).map(([title]) => title)).toEqual(operations.map(({ title }) => title));
  });

  it('metrics: every metric of ours with its labels, and no other', async () => {
    const text = await (await createMetrics(() => 0).read()).text();
    const served = [...text.matchAll(/^# HELP (partner_graphql_\w+)/gm)].map(([, name = '']) => name);
    expect(new Set(readme.match(/\bpartner_graphql_\w+/g))).toEqual(new Set(served));
  });

  it('code: every folder of src, and no other', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([...firstSpans('The code')].sort()).toEqual(folders.sort());
  });

  it('what can be asked: every root field of the schema', () => {
    const fields = Object.keys(buildSchema(read('schema.graphql')).getQueryType()?.getFields() ?? {});
    const told = tableRows(section(readme, 'What can be asked'))
      .flatMap(([cell = '']) => codeSpans(cell))
      .map((span) => span.replace(/\(.*$/, ''));
    expect(told).toEqual(expect.arrayContaining(fields));
  });
});

describe.each([
  ['README.md', readme],
  ['CHANGELOG.md', changelog],
])('%s', (_name, document) => {
  it('names only scripts that there are', () => {
    const named = [...document.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it('links only to what there is', () => {
    const anchors = new Set(headings(document).map(anchorOf));
    const isThere = (target: string): boolean =>
      target.startsWith('#') ? anchors.has(target) : existsSync(join(root, target.replace(/#.*$/, '')));
    expect(localLinks(document).filter((target) => !isThere(target))).toEqual([]);
  });

  it('shows only operations that the schema allows', () => {
    const schema = buildSchema(read('schema.graphql'));
    const shown = codeBlocks(document).filter(({ language }) => language === 'graphql');
    expect(shown.flatMap(({ text }) => validate(schema, parse(text)))).toEqual([]);
  });

  it('tells of the files of this project that it names by their path', () => {
    const paths = codeSpans(document).filter((span) => /^(?:src|test)\/[\w./-]+$/.test(span));
    // Those of the endpoint that is to be added are not there yet.
    const missing = paths.filter((path) => !existsSync(join(root, path)) && !path.endsWith('/tag.ts'));
    expect(missing).toEqual([]);
  });
});

describe('CHANGELOG.md', () => {
  it('begins with the version of the package', () => {
    expect(/^## \[([\d.]+)\]/m.exec(changelog)?.[1]).toBe(manifest.version);
  });
});
