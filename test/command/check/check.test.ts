import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkGroup } from '../../../src/command/check/check.js';
import { runCheck } from '../../../src/command/check/command.js';
import { readFiles } from '../../../src/command/check/document.js';
import { readSettings } from '../../../src/config.js';
import { schema } from '../../../src/graphql/schema.js';
import { ask, mediaAt, nodeIdOf, screenAt } from '../../economy/ask.js';
import { startSystem } from '../../system/test-system.js';
import { check, write } from './files.js';

const sizes = { screens: 140, playlists: 7, media: 230, items: 40 };
const sizeOption = Object.entries(sizes)
  .map(([name, size]) => `${name}=${size}`)
  .join(',');

const screenNodes = [0, 1].map((place) => nodeIdOf('Screen', screenAt(place)));

const configured = '... on Screen { playbackConfiguration { revision } }';

const twoMedia = { a: mediaAt(0), b: mediaAt(1) };

/** Operations with the variables that are sent; those of the check are unknown. */
const operations: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['{ organization { name } }', {}],
  [
    'query ($n: Int) { screens(first: $n) { nodes { playbackConfiguration { revision } } } }',
    { n: 120 },
  ],
  ['{ screens(first: 60) { nodes { playbackConfiguration { items { media { name } } } } } }', {}],
  ['{ playlists { nodes { items(first: 50) { nodes { media { name } } } } } }', {}],
  [
    'query ($on: Boolean!) { media { totalCount } screens @include(if: $on) { totalCount } }',
    { on: true },
  ],
  ['query ($f: ScreenFilter) { screens(filter: $f) { totalCount } }', { f: { nameContains: 'a' } }],
  [
    '{ media(first: 5, orderBy: { field: NAME }) { nodes { playlists { name } screens { id } } } }',
    {},
  ],
  ['{ playlists(last: 3) { nodes { id } } }', {}],
  [
    `query ($id: ID!) { node(nodeId: $id) { ${configured} ... on Media { name } } }`,
    { id: screenNodes[0] },
  ],
  [
    'query ($a: ID!, $b: ID!) { a: mediaItem(id: $a) { id } b: mediaItem(id: $b) { id } }',
    twoMedia,
  ],
  ['{ screenSummary { count } mediaSummary { count } }', {}],
];

describe('what an operation needs', () => {
  const size = { screens: 140, playlists: 7, media: 230, playlistItems: 40 };

  it.each(operations)(
    'is an upper bound where nothing was read before: %s',
    async (query, variables) => {
      const system = await startSystem({ size });
      const { upstream, errors } = await ask(system, query, { variables });
      // Some items name files that are gone: no list shows those, so each costs a request of its
      // own.
      expect(errors.filter(({ extensions }) => extensions['code'] !== 'NOT_FOUND')).toEqual([]);
      const { report } = check({ 'a.graphql': query }, ['--size', sizeOption]);
      const [operation] = report.operations;
      expect(operation?.requests).toBeGreaterThanOrEqual(
        (upstream?.requests ?? Infinity) - errors.length,
      );
      const headers = { 'x-upstream-explain': 'plan' };
      const { upstream: planned } = await ask(system, query, { variables, headers });
      const needed = planned?.plan?.flatMap(({ scope }) => scope ?? []) ?? [];
      expect(operation?.scopes).toEqual(expect.arrayContaining(needed));
    },
  );

  const sized = 'screens(first: $n) { nodes { id } }';
  const conditional = (directive: string): string =>
    `query A($on: Boolean!) { organization { id } screens @${directive}(if: $on) { nodes { id } } }`;

  it.each([
    ['a variable without value is as large as is allowed', `query A($n: Int) { ${sized} }`, 10],
    ['a default counts', `query A($n: Int = 150) { ${sized} }`, 2],
    ['a given value counts', `query Given($n: Int) { ${sized} }`, 3],
    ['a condition that nobody knows includes its field', conditional('include'), 2],
    ['and so does one that skips', conditional('skip'), 2],
    [
      'a global id costs what the dearest type does',
      `query A($id: ID!) { node(nodeId: $id) { ${configured} } }`,
      2,
    ],
  ])('%s', (_what, query, requests) => {
    const [file = ''] = write({ 'variables.json': '{ "Given": { "n": 250 } }' });
    const args = query.includes('Given') ? ['--variables', file] : [];
    const { operations: found } = check({ 'a.graphql': query }, [
      '--size',
      'screens=2000',
      ...args,
    ]);
    expect(found[0]?.[2]).toBe(requests);
  });

  it('names the scopes of all types that a global id may have, and their union', () => {
    const node =
      'query Node($id: ID!) { node(nodeId: $id) { nodeId ...S ... on Playlist { name } } } fragment S on Screen { own: nodeId }';
    const { report } = check({
      'a.graphql': node,
      'b.gql': 'query Media { media { totalCount } }',
    });
    expect(report.operations.map(({ scopes }) => scopes)).toEqual([
      ['playlists:read', 'screens:read'],
      ['media:read'],
    ]);
    expect(report.scopes).toEqual(['media:read', 'playlists:read', 'screens:read']);
  });
});

describe('problems', () => {
  it('have file, line and column, and one file’s do not hide another’s', () => {
    const ended = check({
      'a.graphql':
        'query A {\n  screens { nodes { ...S nme } }\n}\nfragment Unused on Media { id }',
      'b.graphql': 'query B { screens {',
      'c.graphql': 'query C { screens { nodes { ...S } } }\nfragment S on Screen {\n  name nope\n}',
    });
    expect(ended.exitCode).toBe(1);
    expect(ended.operations.map(([name]) => name)).toEqual(['A', 'C']);
    expect(ended.problems).toEqual([
      'a.graphql:2:26 invalid Cannot query field "nme" on type "Screen". Did you mean "name"?',
      'c.graphql:3:8 invalid Cannot query field "nope" on type "Screen". Did you mean "name"?',
      'c.graphql:3:8 invalid Cannot query field "nope" on type "Screen". Did you mean "name"?',
      'b.graphql:1:20 invalid Syntax Error: Expected Name, found <EOF>.',
      'a.graphql:4:1 invalid Fragment "Unused" is never used.',
    ]);
  });

  it('of which there are too many are cut, and the last one says so', () => {
    const types = Array.from({ length: 101 }, (_each, index) => `type T${index} { id: ID }`);
    expect(check({ 'a.graphql': types.join('\n') }).problems.slice(-2)).toEqual([
      'a.graphql:100:1 invalid The "T99" definition is not executable.',
      ':1:1 invalid Too many validation errors, error limit reached. Validation aborted.',
    ]);
  });

  it('of a manifest name the id, and its documents share no fragments', () => {
    const manifest = {
      first: 'query A { screens { nodes { ...S } } }',
      other: 'fragment S on Screen { id }',
    };
    expect(check({ 'm.json': JSON.stringify(manifest) }).problems).toEqual([
      'm.json:1:32 invalid "first": Unknown fragment "S".',
      'm.json:1:1 invalid "other": Fragment "S" is never used.',
    ]);
  });

  it('are limits and the budget of the environment, which --max-requests replaces', () => {
    const query =
      'query A { screens(first: 300) { nodes { playbackConfiguration { revision } } } }';
    const limited = check({ 'a.graphql': query }, ['--size', 'screens=300'], {
      MAX_PAGE_SIZE: '200',
      MAX_QUERY_DEPTH: '3',
    });
    expect(limited.problems.map((each) => each.replace(/ The operation is .*/, ''))).toEqual([
      'a.graphql:1:1 limit',
    ]);
    const budget = (args: string[]) =>
      check({ 'a.graphql': query }, ['--size', 'screens=300', ...args], {
        MAX_UPSTREAM_REQUESTS: '250',
      });
    expect(budget([]).problems).toEqual([
      'a.graphql:1:1 budget The operation may need 303 REST requests; 250 are allowed.',
    ]);
    expect([budget([]).exitCode, budget(['--max-requests', '303']).exitCode]).toEqual([1, 0]);
    expect(check({ 'a.graphql': query }, [], { MAX_PAGE_SIZE: '200' }).problems[0]).toContain(
      'first is 300, and must be 0 to 200 (MAX_PAGE_SIZE)',
    );
  });

  it('are mutations, values that do not fit, and two operations of one name', () => {
    const [variables = ''] = write({ 'v.json': '{ "A": { "n": "many" } }' });
    const query =
      'query A($n: Int) { screens(first: $n) { totalCount } } mutation M { x } query B { screens { totalCount } } query B { media { totalCount } }';
    expect(
      check({ 'a.graphql': query }, ['--variables', variables]).problems.map((each) =>
        each.split(' ').slice(1, 8).join(' '),
      ),
    ).toEqual([
      // graphql-js 16 says "got", and repeats the value.
      expect.stringMatching(/^invalid Variable "\$n" (?:got|has) invalid value/),
      'invalid The Partner API is read-only: there',
      'invalid There can be only one operation',
      'invalid There can be only one operation',
    ]);
  });

  it('that are deprecated fields alone are no failure', () => {
    const [file = ''] = write({ 'a.graphql': '{ old }' });
    const schema = buildSchema('type Query { old: Int @deprecated(reason: "gone") new: Int }');
    const [group] = readFiles([file]).groups;
    const { operations: found } = checkGroup(group ?? [], {
      schema,
      limits: readSettings({}),
      sizes,
      maxRequests: 1,
      variables: {},
    });
    expect(found.flatMap(({ problems }) => problems.map(({ kind }) => kind))).toEqual([
      'deprecated',
    ]);
  });
});

it('a byte order mark in documents, manifests and variables is no error', () => {
  const query = 'query A($n: Int!) { screens(first: $n) { nodes { id } } }';
  const mark = (text: string): string => `\ufeff${text}`;
  const files = {
    'a.graphql': mark(query),
    'm.json': mark(JSON.stringify({ b: mark(query.replace('A', 'B')) })),
  };
  const [variables = ''] = write({ 'v.json': mark('{ "A": { "n": 250 } }') });
  const { problems, operations: found } = check(files, [
    '--size',
    'screens=2000',
    '--variables',
    variables,
  ]);
  expect(problems).toEqual([]);
  expect(found.map(([name, , requests]) => [name, requests])).toEqual([
    ['A', 3],
    ['B', 10],
  ]);
});

describe('the exit code', () => {
  const good = 'query A { organization { id } }';

  it.each<[string, readonly string[], string]>([
    ['no file', [], 'no FILE is named'],
    ['an unknown option', ['--sizes', 'x'], "Unknown option '--sizes'"],
    ['an unknown list', ['a.graphql', '--size', 'screen=1'], '--size has "screen=1", and must be'],
    [
      'a size that is no number',
      ['a.graphql', '--size', 'screens=-1'],
      '--size screens is "-1", and must be a whole number',
    ],
    ['a budget that is no number', ['a.graphql', '--max-requests', 'x'], '--max-requests is "x"'],
  ])('is 2 for %s', (_what, args, message) => {
    const { exitCode, stderr, stdout } = runCheck(args, {});
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^check: [^\n]*\n$/);
    expect(stderr).toContain(message);
  });

  it('is 2 for files that cannot be read, and the others are checked', () => {
    const [a = '', folderFile = '', array = '', large = ''] = write({
      'a.graphql': good,
      'no.json': '{"a":',
      'array.json': '[1]',
      'large.graphql': ' '.repeat(17 * 1024 * 1024),
    });
    const folder = a.slice(0, a.lastIndexOf('/'));
    const { exitCode, stdout, stderr } = runCheck(
      [a, folderFile, array, large, folder, `${folder}/none.gql`],
      {},
    );
    expect(exitCode).toBe(2);
    expect(stdout).toContain('A: at most 1 REST request; scopes: none');
    const lines = stderr.split('\n').map((line) => line.replaceAll(folder, ''));
    expect(lines).toEqual([
      expect.stringContaining('check: /no.json is no JSON: '),
      expect.stringContaining('check: /array.json must be a manifest: '),
      'check: /large.graphql has 17825792 bytes; at most 16777216 are read',
      'check:  is a directory: name its files',
      'check: /none.gql does not exist',
      '',
    ]);
  });

  it('is 2 for variables of an operation that there is not, 0 for --help and for no problem', () => {
    const [variables = ''] = write({ 'v.json': '{ "B": {} }' });
    const { exitCode, stderr } = check({ 'a.graphql': good }, ['--variables', variables]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('names "B", which no file has'),
    ]);
    expect(check({ 'a.graphql': good }).exitCode).toBe(0);
    const { exitCode: helped, stdout } = runCheck(['--help'], {});
    expect([helped, stdout.slice(0, 6)]).toEqual([0, 'Usage:']);
  });
});

/** Of subscriptions, 60 REST requests a minute. */
const liveLimits = readSettings({
  PARTNER_API_URL: 'http://localhost',
  LIVE_REQUESTS_PER_MINUTE: '60',
});

function liveProblemsOf(head: string, given: Readonly<Record<string, unknown>>, fields = '') {
  const document = parse(`subscription A${head} { screenSummary { count } ${fields} } }`);
  const { operations } = checkGroup([document], {
    schema,
    limits: liveLimits,
    sizes: { screens: 1500, playlists: 100, media: 100, items: 100 },
    maxRequests: 250,
    variables: { A: given },
  });
  return operations.flatMap(({ problems }) =>
    problems.map(({ kind, message }) => `${kind} ${message}`),
  );
}

const tooOften = (requests: number, seconds: number) =>
  `limit The subscription needs ${requests} REST requests every ${seconds} seconds; the credential has 60 of 60 a minute left (LIVE_REQUESTS_PER_MINUTE). Subscribe with everySeconds: ${requests} or more, or select less.`;

describe('a subscription that the server refuses by itself', () => {
  it('is a limit: an interval out of its range, or too many REST requests a minute', () => {
    expect(liveProblemsOf(' { live(everySeconds: 15)', {})).toEqual([]);
    expect(liveProblemsOf(' { live(everySeconds: 14)', {})).toEqual([tooOften(15, 14)]);
    expect(liveProblemsOf(' { live(everySeconds: 4)', {})).toEqual([
      'limit everySeconds is 4, and must be 5 (LIVE_MIN_SECONDS) to 3600.',
    ]);
  });

  it('has the default interval where nobody knows it, whatever else is unknown', () => {
    const head = '($s: Int!, $id: ID!) { live(everySeconds: $s)';
    const fields = 'media { totalCount } mediaItem(id: $id) { id }';
    expect(liveProblemsOf(head, { s: 17 }, fields)).toEqual([]);
    expect(liveProblemsOf(head, { s: 16 }, fields)).toEqual([tooOften(17, 16)]);
    expect(liveProblemsOf(head, {}, fields)).toEqual([tooOften(17, 15)]);
  });
});
