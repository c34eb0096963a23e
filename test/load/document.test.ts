import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config.js';
import { CompiledQuery } from '../../src/execution/compile.js';
import { schema } from '../../src/graphql/schema.js';
import { createDocuments } from '../../src/document/document.js';
import { repeated } from './hostile/operation.js';

const settings = readSettings({});

/**
 * From the text to the compiled query: parsing, limits, validation, compilation. Returns the codes
 * of its errors.
 */
function ready(query: string): readonly unknown[] {
  const documents = createDocuments(schema, settings);
  const document = documents(query);
  if ('errors' in document) return document.errors.map(({ extensions }) => extensions['code']);
  for (const name of document.operations.names) {
    const { ast, definition } = document.operations.pick(name);
    new CompiledQuery(schema, ast, definition);
    break;
  }
  return [];
}

/**
 * Milliseconds of the processor, the least of three: other processes of the machine do not count,
 * nor does compiling.
 */
function cost(query: string): number {
  const all = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    ready(query);
    return process.cpuUsage(before).user / 1000;
  });
  return Math.min(...all);
}

const newlines = '\n'.repeat(90_000);

/** Each within 128 KB and MAX_QUERY_TOKENS, or refused for one of them: the worst that we know. */
const worst: Readonly<Record<string, string>> = {
  'equal leaves': `{ organization { ${repeated(4900, () => 'id')} } }`,
  'equal leaves, as many as are compared': `{ organization { ${repeated(600, () => 'id')} } }`,
  'equal fields, as many as are compared': `{ ${repeated(98, () => 'organization { screens { totalCount } }')} }`,
  'equal fields with long lists': `{ ${repeated(140, () => `nodes(nodeIds: [${repeated(29, () => '"aa"')}]) { nodeId }`)} }`,
  'equal fields of many types': `{ node(nodeId: "x") { ${repeated(300, () => '... on Screen { id } ... on Playlist { id }')} } }`,
  'fragments in one place': `{ organization { ${repeated(400, (index) => `...F${index}`)} } } ${repeated(400, (index) => `fragment F${index} on Organization { id }`)}`,
  'fragments in a ladder': `{ ...F0 } ${repeated(150, (index) => `fragment F${index} on Query { screens { nodes { id } } ...F${index + 1} }`)} fragment F150 on Query { organization { id } }`,
  'fragments in a ladder, with others inside': `{ ...F0 } ${repeated(100, (index) => `fragment F${index} on Query { screens { nodes { playbackConfiguration { screen { screen { id ...G${index} } } } } } ...F${index + 1} } fragment G${index} on Screen { playbackConfiguration { screen { screen { id } } } }`)} fragment F100 on Query { organization { id } }`,
  'a chain of fragments': `{ organization { ...F0 } } ${repeated(600, (index) => `fragment F${index} on Organization { ...F${index + 1} }`)} fragment F600 on Organization { id }`,
  'fragments that double': `{ organization { ...F0 } } ${repeated(11, (index) => `fragment F${index} on Organization { ...F${index + 1} ...F${index + 1} }`)} fragment F11 on Organization { id }`,
  'fragments that double and that nothing uses': `{ organization { id } } ${repeated(200, (index) => `fragment F${index} on Query { a: organization { ...F${index + 1} } b: organization { ...F${index + 1} } }`)} fragment F200 on Organization { id }`,
  'fragments that nothing uses over a large one': `{ organization { id } } ${repeated(5, (index) => `fragment Part${index} on Query { ${repeated(4, (field) => `f${field} { ...Part${index + 1} }`)} }`)} fragment Part5 on Query { a } ${repeated(550, (index) => `fragment G${index} on Query { ...Part0 }`)}`,
  'operations with one fragment': `${repeated(190, (index) => `query Q${index}($a: Int) { ...F }`)} fragment F on Query { ${repeated(190, () => 'screens(first: $a) { totalCount }')} }`,
  'operations with a chain': `${repeated(190, (index) => `query Q${index}($a: Int) { ...F0 }`)} ${repeated(110, (index) => `fragment F${index} on Query { screens(first: $a) { totalCount } ...F${index + 1} }`)} fragment F110 on Query { screens(first: $a) { totalCount } }`,
  'operations, as many as may be': `${repeated(150, (index) => `query Q${index}($a: Int) { ...F }`)} fragment F on Query { ${repeated(100, () => 'screens(first: $a) { totalCount }')} }`,
  'variables in lists': `query (${repeated(400, (index) => `$v${index}: ID!`)}) { nodes(nodeIds: [${repeated(1300, (index) => `$v${index % 400}`)}]) { nodeId } }`,
  conditions: `query (${repeated(300, (index) => `$a${index}: Boolean!`)}) { ${repeated(300, (index) => `...F @include(if: $a${index})`)} } fragment F on Query { organization { id } }`,
  directives: `{ organization { id ${repeated(900, () => '@skip(if: false)')} } }`,
  'arguments of one name, far down': `${newlines}{ screens(${repeated(1600, () => 'first: 1')}) { totalCount } }`,
  'unknown fields, far down': `${newlines}{ ${repeated(4000, (index) => `f${index}`)} }`,
  'names that are nearly right': `{ screens { nodes { ${repeated(4000, (index) => `playbackConfiguratio${index}`)} } } }`,
  'lists in lists': `{ nodes(nodeIds: ${'['.repeat(60_000)}${']'.repeat(60_000)}) { nodeId } }`,
  'types of types': `query ($a: ${'['.repeat(2000)}Int${']'.repeat(2000)}) { organization { id } }`,
  comments: `${'#\n'.repeat(60_000)}{ organization { id } }`,
  'one long text': `{ screens(after: """${'\n a'.repeat(40_000)}""") { totalCount } }`,
  'definitions of types': repeated(600, (index) => `type T${index} { a: Int }`),
};

describe('no document takes the process for itself', () => {
  it.each(Object.entries(worst))('%s', (_name, query) => {
    expect(query.length).toBeLessThan(131_072);
    // The demand; measured, none takes half of it.
    expect(cost(query)).toBeLessThan(250);
  });
});

describe('what tools and clients send is served', () => {
  const fragments = repeated(
    40,
    (index) =>
      `fragment Part${index} on Screen { id name status ...Inner${index} } fragment Inner${index} on Screen { id playbackConfiguration { revision items { media { id name } } } }`,
  );
  it.each([
    [
      'introspection',
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
      }),
    ],
    [
      'a screen of forty components, each with two fragments',
      `query Wall { screens(first: 10) { nodes { ${repeated(40, (index) => `...Part${index}`)} } } } ${fragments}`,
    ],
    [
      'thirty operations over one fragment',
      `${repeated(30, (index) => `query Q${index} { screens { nodes { ...S } } }`)} fragment S on Screen { id name status }`,
    ],
  ])('%s', (_name, query) => {
    expect(ready(query)).toEqual([]);
  });
});
