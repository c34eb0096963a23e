import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { buildSchema, isEnumType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '../../src/config.js';
import { errorCodes } from '../../src/partner/error.js';
import { suiteVersion } from '../feature/mcp/conformance-scenario.js';
import { pinned } from './conformance.js';
import {
  anchorsOf,
  codeBlocks,
  codeSpans,
  localLinks,
  manifest,
  pages,
  read,
  root,
  section,
} from './markdown.js';

const schema = buildSchema(read('schema.graphql'));

const enumValues = Object.values(schema.getTypeMap())
  .filter(isEnumType)
  .flatMap((type) => type.getValues().map(({ name }) => name));
const knownNames = new Set<string>([
  ...Object.keys(settingDefaults),
  ...errorCodes,
  ...enumValues,
  // Neither settings, error codes nor values of the schema.
  ...['UPPER_SNAKE_CASE', 'PARTNER_CREDENTIAL', 'FACADE_URL', 'FUZZ_FACTOR', 'FUZZ_SEED'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'MALLOC_ARENA_MAX'],
  ...['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'],
]);

/** Whether a link from a page leads to a file or folder, and to one of its headings. */
function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || (target.endsWith('.md') && anchorsOf(read(target)).has(anchor));
}

describe.each(pages)('$path', ({ path, text }) => {
  it('links only to files and headings that exist', () => {
    expect(localLinks(text).filter((link) => !leadsSomewhere(path, link))).toEqual([]);
  });

  it('shows only operations that the schema allows', () => {
    const operations = codeBlocks(text).filter(({ language }) => language === 'graphql');
    expect(operations.flatMap((block) => validate(schema, parse(block.text)))).toEqual([]);
  });

  it('names only files that exist', () => {
    const paths = codeSpans(text).filter((span) =>
      /^(?:src|test|docs|deploy)\/[\w./-]+$/.test(span),
    );
    // The endpoint of the instructions does not exist yet; an example's paths start from its own
    // folder.
    const isMissing = (each: string): boolean =>
      !existsSync(join(root, each)) &&
      !existsSync(join(root, dirname(path), each)) &&
      !each.endsWith('/tag.ts');
    expect(paths.filter(isMissing)).toEqual([]);
  });

  it('names only settings, error codes and enum values that exist', () => {
    const names = [...text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name);
    // These also name what the upstream, older releases and mistyped settings say.
    const isFree = /fault-catalogue|CHANGELOG|upgrading/.test(path);
    // The setting of the instructions does not exist yet.
    const isKnown = (name: string): boolean => knownNames.has(name) || name === 'MAX_DEFINITIONS';
    expect(names.filter((name) => !isKnown(name) && !isFree)).toEqual([]);
  });
});

it('the scripts that the pages of the project name are scripts of package.json', () => {
  const own = pages.filter(({ path }) => !path.startsWith('examples/'));
  const named = own.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:]+)/g)]);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in manifest.scripts))).toEqual(
    [],
  );
});

describe('README.md', () => {
  it('has at most 160 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160);
  });

  it('leads to every page of docs', () => {
    const links = localLinks(read('README.md'));
    const docs = pages.filter(({ path }) => path.startsWith('docs/')).map(({ path }) => path);
    expect(docs.filter((path) => !links.includes(path))).toEqual([]);
  });
});

it('docs/conformance.md has the versions of what not every machine can run', () => {
  const page = read('docs/conformance.md');
  expect(section(page, 'Model Context Protocol')).toContain(`/conformance ${suiteVersion} `);
  const gateways = ['@apollo/gateway', '@apollo/composition', '@graphql-hive/gateway-runtime'];
  for (const name of [...gateways, '@theguild/federation-composition'])
    expect(section(page, 'Federation')).toContain(pinned(name, 'examples/federation/package.json'));
});
