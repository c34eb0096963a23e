import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operations } from '../../bench/requests/operation.js';
import { type DescribedSetting, describedSettings } from '../../src/setting.js';
import { graphqlQuery } from '../../src/extra/mcp/catalog.js';
import { ownTools } from '../../src/extra/mcp/own-tool.js';
import { errorCodes } from '../../src/partner/error.js';
import type { Logger } from '../../src/extra/telemetry/log.js';
import { connect, openAgent, serveAgents } from '../extra/mcp/agent.js';
import { readExposition, valueOf } from '../extra/exporter/exposition-reader.js';
import { operationRequest } from '../rig/operation-request.js';
import { everything, startSystem } from '../system/test-system.js';
import { formatted } from '../tools/format.js';
import {
  codeBlocks,
  codeSpans,
  firstSpans,
  manifest,
  read,
  root,
  section,
  tableRows,
} from './markdown.js';
import { digits, runVariant, valuesOf } from '../../bench/fleet/report.js';
import { fleetSizes, refusals, studies } from '../../bench/fleet/study.js';

it('docs/settings.md has every setting as it is declared; `vitest -u` writes them', async () => {
  const page = 'docs/settings.md';
  const table = /(?<=^\| variable .*\n\| -.*\n)(?:^\|.*\n)+/m;
  expect(read(page)).toMatch(table);
  const rows = describedSettings.map((setting) => {
    const { name, meaning } = setting;
    return `| \`${name}\` | ${standardOf(setting)} | ${meaning} |\n`;
  });
  const text = read(page).replace(table, () => rows.join(''));
  await expect(await formatted(page, text)).toMatchFileSnapshot(join(root, page));
});

function standardOf({ default: value, unset }: DescribedSetting): string {
  if (value !== undefined) return `\`${value}\``;
  return unset === undefined ? 'unset' : `unset: ${unset}`;
}

it('docs/errors.md has every code of ErrorCode, in its order, and no other', () => {
  expect(firstSpans(section(read('docs/errors.md'), 'Codes'))).toEqual([...errorCodes]);
});

it('docs/security.md has every response header that a page of CORS_ORIGINS can read', async () => {
  const origin = 'https://app.example.com';
  const { facade } = await startSystem({}, { settings: { CORS_ORIGINS: origin } });
  const response = await facade.fetch(
    new Request('http://facade.test/graphql?query={__typename}', { headers: { origin } }),
  );
  const exposed = response.headers.get('access-control-expose-headers')?.split(/, */) ?? [];
  expect(exposed.length).toBeGreaterThan(1);
  const [sentence = ''] =
    /a page of such an origin can read [^.]*/.exec(read('docs/security.md')) ?? [];
  expect(exposed.filter((name) => !sentence.includes(`\`${name}\``))).toEqual([]);
});

describe('docs/agents.md', () => {
  const page = read('docs/agents.md');
  const tools = section(page, 'Tools');

  it('has every tool, in the order of the list, and no other', () => {
    expect(firstSpans(tools)).toEqual([...ownTools, graphqlQuery].map(({ name }) => name));
  });

  it.each(ownTools)('has the scopes of $name', ({ name, scopes }) => {
    const row = tableRows(tools).find(([cell]) => cell === `\`${name}\``);
    expect(codeSpans(row?.[3] ?? '')).toEqual(scopes);
  });

  it('its configuration leads an agent to the tools', async () => {
    const block = codeBlocks(page).find(({ language }) => language === 'json');
    // The example's own shape.
    const { mcpServers } = JSON.parse(block?.text ?? '') as {
      mcpServers: { signage: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcpServers.signage;
    const service = await serveAgents();
    const address = new URL(new URL(url).pathname, service.url);
    const { call } = await connect(address, {
      credential: headers.Authorization.replace('Bearer ', ''),
    });
    expect((await call('fleet_overview')).isError).toBe(false);
  });

  it('its trusted document is a tool with its comment', async () => {
    const block = codeBlocks(page).find(({ language }) => language === 'graphql');
    const trustedDocuments = { morning: block?.text ?? '' };
    const { client } = await openAgent({}, {}, {}, { trustedDocuments });
    const { tools: listed } = await client.listTools();
    expect(listed.find(({ name }) => name === 'MorningCheck')?.description).toContain(
      'for the morning check',
    );
  });

  it('names the members of a result', () => {
    const members = ['data', 'errors', 'cost', 'truncated', 'omittedErrors'];
    expect(firstSpans(section(page, 'Results'))).toEqual(members);
  });
});

describe('docs/cost.md', () => {
  const page = read('docs/cost.md');

  it('has every root field of the schema', () => {
    const fields = Object.keys(
      buildSchema(read('schema.graphql')).getQueryType()?.getFields() ?? {},
    );
    const listed = tableRows(section(page, 'What each field costs'))
      .flatMap(([cell = '']) => codeSpans(cell))
      .map((span) => span.replace(/\(.*$/, ''));
    expect(listed).toEqual(expect.arrayContaining(fields));
  });

  it('has every member of extensions.upstream', () => {
    const source = read('src/operation/result.ts');
    const body = /interface UpstreamCost \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
    const members = [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name);
    // These appear only on request, and the text explains them.
    const onRequest = ['trace', 'plan', 'requestsPerMinute'];
    const always = members.filter((name) => !onRequest.includes(name));
    expect(firstSpans(section(page, 'What an operation cost'))).toEqual(always);
  });

  it('has every operation that npm run bench:requests counts, in its order', () => {
    const table = page.split('<!-- bench:requests -->')[1] ?? '';
    expect(tableRows(table).map(([title]) => title)).toEqual(operations.map(({ title }) => title));
  });
});

describe('docs/design.md', () => {
  const page = read('docs/design.md');

  it('has every folder of src, and no other', () => {
    const foldersIn = (path: string): string[] =>
      readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const inner = ['extra', 'command'].flatMap((room) =>
      foldersIn(`src/${room}`).map((name) => `${room}/${name}`),
    );
    const folders = [...foldersIn('src').filter((name) => name !== 'extra'), ...inner];
    expect([...firstSpans(section(page, 'The rooms of `src`'))].sort()).toEqual(folders.sort());
  });

  it('names for each folder a file in it to open first', () => {
    const rows = tableRows(section(page, 'The rooms of `src`'));
    expect(rows.length).toBeGreaterThan(25);
    for (const [folder = '', , file = ''] of rows) {
      const [name = ''] = codeSpans(folder);
      const [first = ''] = codeSpans(file);
      expect(first.startsWith(`${name}/`), first).toBe(true);
      expect(existsSync(join(root, 'src', first)), first).toBe(true);
    }
  });

  it('names only files of src on the path of a request', () => {
    const files = codeSpans(section(page, 'The path of a request'));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(root, 'src', file)))).toEqual([]);
  });

  it('has a glossary of at most 25 words, each once', () => {
    const words = section(page, 'Glossary').match(/^- \*\*[^*]+\*\*/gm) ?? [];
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(25);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(['Stores', 'Limits and throttles'])(
    'names an owner that is there in each row of "%s"',
    (title) => {
      const rows = tableRows(section(page, title));
      expect(rows.length).toBeGreaterThan(15);
      for (const row of rows) {
        const [owner = ''] = codeSpans(row.at(-1) ?? '');
        expect(existsSync(join(root, 'src', owner)), owner).toBe(true);
      }
    },
  );

  it('has a row for each file with a cache that drops what is old', () => {
    const owners = tableRows(section(page, 'Stores')).flatMap((row) => codeSpans(row.at(-1) ?? ''));
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const caches = files.filter(
      (file) =>
        /^(?!dashboard\/|simulator\/).*\.ts$/.test(file) &&
        read(`src/${file}`).includes('new LRUCache'),
    );
    expect(caches.length).toBeGreaterThan(5);
    expect(caches.filter((file) => !owners.includes(file))).toEqual([]);
  });
});

describe('docs/contributing.md', () => {
  const page = read('docs/contributing.md');

  it('has every script of package.json that a contributor runs', () => {
    const text = page + read('docs/clients.md') + read('docs/operation.md');
    const named = [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name);
    // npm runs those with `pre` by itself, and others are made of the rest.
    const isPart = (name: string): boolean => /^pre|^(?:codegen|format|lint)$/.test(name);
    const own = Object.keys(manifest.scripts).filter((name) => !isPart(name));
    expect(own.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names files that exist', () => {
    const paths = [...page.matchAll(/(?:src|test)\/[\w./-]*\w/g)].map(([path]) => path);
    // The recipe of an endpoint adds these.
    const added = new Set(['src/partner/tag.ts', 'src/graphql/types/tag.ts']);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !added.has(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it('says what each of its commands does', () => {
    const rows = tableRows(section(page, 'Commands'));
    for (const [command = '', purpose = ''] of rows) {
      expect(codeSpans(command)[0]).toMatch(/^npm /);
      expect(purpose).not.toBe('');
    }
  });
});

/** A logger that keeps the names of the fields of each message. */
function recordFields() {
  const fields = new Map<string, Set<string>>();
  const log = (line: object, message: string): void => {
    fields.set(message, new Set([...(fields.get(message) ?? []), ...Object.keys(line)]));
  };
  const logger: Logger = {
    isLevelEnabled: () => true,
    debug: log,
    info: log,
    warn: log,
    error: log,
  };
  return { fields, logger };
}

describe('docs/operation.md', () => {
  const page = read('docs/operation.md');
  const listedFields = (message: string): readonly string[] =>
    tableRows(section(page, 'Log'))
      .filter(([, messages = '']) => codeSpans(messages).includes(message))
      .flatMap(([, , cell = '']) => codeSpans(cell));

  it.each(['operation', 'partner request', 'request'])(
    'has every field of the log’s %s',
    async (message) => {
      const { fields, logger } = recordFields();
      const { facade } = await startSystem({}, { logger });
      const query = 'query Named { screen(id: "none") { id } organization { id } }';
      await facade.fetch(operationRequest(query, { credential: everything }));
      const logged = [...(fields.get(message) ?? [])];
      expect(logged.length).toBeGreaterThan(3);
      expect(logged.filter((field) => !listedFields(message).includes(field))).toEqual([]);
    },
  );

  it('scrapes an organization, and lists each metric with its labels', async () => {
    const { facade } = await startSystem({}, { settings: { ORGANIZATION_METRICS: 'true' } });
    const [, authorization = '', address = ''] =
      /curl -sg -H 'Authorization: (.+)' '(.+)'/.exec(page) ?? [];
    const scrape = async (url: string) =>
      readExposition(
        await (await facade.fetch(new Request(url, { headers: { authorization } }))).text(),
      );
    expect(valueOf(await scrape(address), 'signage_media', { status: 'READY' })).toBeGreaterThan(0);
    const served = new Map(
      (await scrape(address.replace(/\?.*/, ''))).map(({ name, labels }) => [name, labels]),
    );
    const listed = tableRows(section(page, 'Metrics of an organization')).filter(([cell = '']) =>
      cell.includes('signage'),
    );
    const names = listed.flatMap(([cell = '']) => codeSpans(cell));
    expect(names.sort()).toEqual([...served.keys()].sort());
    for (const [cell = '', labels = ''] of listed)
      for (const name of codeSpans(cell))
        expect(codeSpans(labels)).toEqual(
          expect.arrayContaining(Object.keys(served.get(name) ?? {})),
        );
  });

  it('lists each panel of the dashboard for an organization, below the question of its row', () => {
    // `test/deploy/grafana.test.ts` holds the file to Grafana's types.
    const { panels } = JSON.parse(read('deploy/grafana/organization.json')) as {
      readonly panels: readonly { readonly type: string; readonly title: string }[];
    };
    const listed = tableRows(section(page, 'Dashboard for an organization')).flatMap(
      ([question = '', titles = '']) => [
        ...(question === '' ? [] : [question]),
        ...titles.split(', '),
      ],
    );
    expect(listed).toEqual(panels.map(({ title }) => title));
  });
});

const page = read('docs/scale.md');

/** The rows of the simulation; a case is named in its first row alone. */
function simulatedRows(): readonly (readonly [
  study: string,
  variant: string,
  values: readonly string[],
])[] {
  let study = '';
  return tableRows(section(page, 'One quota, many replicas')).map(
    ([first = '', variant = '', ...values]) => {
      study = first === '' ? study : first;
      return [study, variant, values] as const;
    },
  );
}

describe('docs/scale.md', () => {
  it.each([
    ['one credential', 'façade, ms of processor time a query'],
    ['64 credentials in turn', '64 credentials in turn, ms a query'],
  ])('%s: operations a second are those of docs/performance.md', (title, source) => {
    const row = (text: string, name: string): readonly string[] =>
      tableRows(text).find(([first]) => first === name) ?? [];
    const milliseconds = row(read('docs/performance.md'), source).slice(1).map(Number);
    expect(milliseconds).toHaveLength(5);
    expect(row(page, title).slice(1)).toEqual(milliseconds.map((each) => digits(1000 / each)));
  });

  it('has a row for everything that is simulated, in its order', () => {
    const rows = simulatedRows().map(([study, variant]) => `${study}: ${variant}`);
    const simulated = studies.flatMap(({ title, variants }) =>
      variants.map((variant) => `${title}: ${variant.title}`),
    );
    expect(rows).toEqual(simulated);
  });

  // Larger fleets take minutes.
  it('has the figures of the simulation for 1 and 3 replicas', () => {
    const sizes = fleetSizes.slice(0, 2);
    const variants = studies.flatMap((study) => study.variants);
    for (const [index, [study, title, values]] of simulatedRows().entries()) {
      const variant = variants[index];
      if (variant === undefined) throw new Error(`${study}, ${title}: there is no such variant.`);
      const simulated = valuesOf(runVariant(variant, sizes), refusals).map(digits);
      expect([title, ...values.slice(0, sizes.length)]).toEqual([title, ...simulated]);
    }
  });

  it('shows the plot of its first case', () => {
    const plot = read('docs/scale.svg');
    for (const { title } of studies[0]?.variants ?? []) expect(plot).toContain(`>${title}</text>`);
  });
});
