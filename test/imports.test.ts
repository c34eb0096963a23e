import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readManifest } from './supply/lock.js';

const root = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  /** The file that imports, below src. */
  readonly file: string;
  /** A file below src without its extension, or a package's name as it is written. */
  readonly target: string;
  readonly isTypeOnly: boolean;
}

const allFiles = readdirSync(root, { recursive: true, encoding: 'utf8' });

/**
 * The dashboard is a page in the browser, with packages of its own that a build puts into one
 * bundle.
 */
const isOfPage = (file: string): boolean => file.startsWith('dashboard/');
const files = allFiles.filter((file) => file.endsWith('.ts') && !isOfPage(file));
const pageFiles = allFiles.filter(
  (file) => isOfPage(file) && /\.tsx?$/.test(file) && !file.startsWith('dashboard/generated/'),
);

const read = (file: string): readonly [string, ts.SourceFile] => {
  const text = readFileSync(join(root, file), 'utf8');
  return [file, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)];
};
const sources = new Map(files.map(read));
const imports = [...sources].flatMap(([file, source]) => importsOf(file, source));

/** Static and dynamic imports, and re-exports. */
function importsOf(file: string, source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, isTypeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const target = specifier.text.startsWith('.')
      ? relative(root, join(root, dirname(file), specifier.text)).replace(/\.js$/, '')
      : specifier.text;
    found.push({ file, target, isTypeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `import type`, or braces that hold nothing but types. */
function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings))
    return false;
  return (
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

/**
 * The room of a file: its folder of src, or the file itself where it lies in src. Each folder of
 * `extra` and of `command` is a room.
 */
const roomOf = (file: string): string =>
  /^(?:(?:extra|command)\/)?[^/]+\//.exec(file)?.[0] ?? file.replace(/\.ts$/, '');
const isInside = (target: string): boolean => sources.has(`${target}.ts`);

/**
 * What a room may import besides itself: rooms end in a slash, the rest are packages and files of
 * src.
 */
const allowed: Readonly<Record<string, string>> = {
  'client/': '',
  'base/': '@discoveryjs/json-ext node:timers/promises',
  'partner/': 'client/ zod',
  'paging/': '',
  'execution/': 'base/ graphql',
  'find/': 'partner/ paging/ node:crypto',
  'rest/': 'base/ partner/ config setting-value undici zod node:*',
  'shared/': 'base/ lru-cache zod node:crypto',
  'tenant/': 'base/ shared/ rest/ partner/ lru-cache yallist zod node:crypto',
  'session/': 'base/ tenant/ rest/ paging/ partner/ config dataloader p-map',
  'graphql/': 'base/ find/ session/ paging/ partner/ execution/ config @pothos/core graphql',
  'document/': 'base/ execution/ graphql/ partner/ shared/ config graphql lru-cache zod node:*',
  'operation/':
    'base/ @discoveryjs/json-ext document/ graphql/ session/ tenant/ shared/ execution/ rest/ partner/ client/ config graphql lru-cache node:*',
  'command/contract/': 'command/ base/ partner/ zod node:*',
  'command/check/':
    'base/ command/ document/ graphql/ execution/ partner/ config graphql zod node:*',
  'command/simulator/': 'node:*',
};

/** Rooms that only these may import; `extra/` stands for each of them. */
const importers: Readonly<Record<string, string>> = {
  facade: 'start',
  main: '',
  start: 'main',
  config: 'start facade command/check/ http/ extra/ operation/ document/ graphql/ session/ rest/',
  setting: 'config command/',
  'http/': 'start facade extra/',
  'extra/live/': 'facade extra/telemetry/',
  'extra/export/': 'facade',
  'extra/exporter/': 'facade',
  'extra/mcp/': 'facade',
  'extra/sign-in/': 'facade extra/cluster/',
  'extra/graphiql/': 'facade',
  'extra/federation/': 'facade',
  'extra/telemetry/': 'start facade extra/cluster/',
  'extra/fleet/': 'facade extra/cluster/ extra/telemetry/',
  'extra/cluster/': 'start',
  'command/': 'start command/check/ command/contract/',
  'command/contract/': 'start',
  'command/check/': 'start',
  'command/simulator/': 'start',
};

/** The room of a target below src, undefined for a package. */
const targetRoom = (target: string): string | undefined =>
  isInside(target) ? roomOf(target) : undefined;

/** The room of a file, and `extra/` for one of an extra. */
const importing = (file: string): readonly string[] =>
  file.startsWith('extra/') ? [roomOf(file), 'extra/'] : [roomOf(file)];

const isAllowed = (target: string, rules: readonly string[]): boolean =>
  rules.some((rule) =>
    rule.endsWith('*')
      ? target.startsWith(rule.slice(0, -1))
      : (targetRoom(target) ?? target) === rule,
  );

describe('who knows what (docs/design.md, "The rooms of `src`")', () => {
  it('reads the whole of src', () => {
    expect(files.length).toBeGreaterThan(90);
    expect(imports.length).toBeGreaterThan(300);
    const rooms = new Set(files.map(roomOf));
    for (const room of [...Object.keys(allowed), ...Object.keys(importers)])
      expect(rooms).toContain(room);
  });

  it.each(Object.entries(allowed))(
    '%s imports nothing but itself and its list: %s',
    (room, rules) => {
      const strangers = imports.filter(
        ({ file, target }) =>
          roomOf(file) === room && !isAllowed(target, [room, ...rules.split(' ')]),
      );
      expect(strangers).toEqual([]);
    },
  );

  it.each(Object.entries(importers))(
    '%s is imported by nobody but itself and its list: %s',
    (room, rules) => {
      const strangers = imports.filter(
        ({ file, target }) =>
          targetRoom(target) === room &&
          !importing(file).some((name) => [room, ...rules.split(' ')].includes(name)),
      );
      expect(strangers).toEqual([]);
    },
  );

  it('no list names what nobody there imports', () => {
    const idle = Object.entries(allowed).map(([room, rules]) => {
      const own = imports.filter(({ file }) => roomOf(file) === room);
      const isIdle = (rule: string) => !own.some(({ target }) => isAllowed(target, [rule]));
      return [room, rules.split(' ').filter((rule) => rule !== '' && isIdle(rule))] as const;
    });
    expect(idle.filter(([, rules]) => rules.length > 0)).toEqual([]);
  });

  it('no list names who imports nothing of a room', () => {
    const idle = Object.entries(importers).map(([room, rules]) => {
      const own = imports.filter(({ target }) => targetRoom(target) === room);
      const isIdle = (rule: string) => !own.some(({ file }) => importing(file).includes(rule));
      return [room, rules.split(' ').filter((rule) => rule !== '' && isIdle(rule))] as const;
    });
    expect(idle.filter(([, rules]) => rules.length > 0)).toEqual([]);
  });

  it('of config, all but what starts and checks know the type of the settings alone', () => {
    const mayRead = 'config start facade command/check/'.split(' ');
    const reading = imports.filter(({ target, isTypeOnly }) => target === 'config' && !isTypeOnly);
    expect(reading.filter(({ file }) => !mayRead.includes(roomOf(file)))).toEqual([]);
    expect(reading).not.toEqual([]);
  });

  it('only the core from document to http, extras, check and facade.ts know GraphQL', () => {
    const mayKnow =
      'graphql/ execution/ document/ operation/ http/ extra/ command/check/ facade'.split(' ');
    const knowing = imports.filter(({ target }) =>
      /^(?:graphql|@pothos|@graphql|graphql-)/.test(target),
    );
    expect(
      knowing.filter(
        ({ file, target }) =>
          !isInside(target) && !importing(file).some((name) => mayKnow.includes(name)),
      ),
    ).toEqual([]);
  });

  it('only rest, simulator, http, telemetry and cluster know HTTP', () => {
    const wire = /^(?:undici|node:(?:http|https|http2|net|tls)|@whatwg-node\/)/;
    const mayKnow =
      'rest/ command/simulator/ http/ extra/telemetry/ extra/cluster/ facade start'.split(' ');
    expect(
      imports.filter(({ file, target }) => wire.test(target) && !mayKnow.includes(roomOf(file))),
    ).toEqual([]);
  });

  it('every package that is imported to run is one that an install brings', () => {
    const { dependencies, peerDependencies, optionalDependencies } = readManifest();
    const brought = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    const named = imports.filter(
      ({ target, isTypeOnly }) => !isInside(target) && !target.startsWith('node:') && !isTypeOnly,
    );
    const nameOf = (target: string): string =>
      target.split('/', target.startsWith('@') ? 2 : 1).join('/');
    expect(named.filter(({ target }) => !(nameOf(target) in brought))).toEqual([]);
  });
});

describe('the environment', () => {
  it('is read by start.ts alone', () => {
    const readers = [...sources]
      .filter(([, source]) => /\bprocess\s*(?:\.|\[\s*['"])\s*env\b/.test(source.text))
      .map(([file]) => file);
    expect(readers).toEqual(['start.ts']);
  });
});

describe('no cycles, types included', () => {
  it('no two files need each other, but for GraphQL types that refer to each other', () => {
    // Pothos takes fields as functions, which run when all types are defined.
    const isTypePair = ({ file, target }: Import): boolean =>
      file.startsWith('graphql/types/') && target.startsWith('graphql/types/');
    const inner = imports.filter((each) => isInside(each.target) && !isTypePair(each));
    expect(cyclesOf(graphOf(inner.map(({ file, target }) => [file, `${target}.ts`])))).toEqual([]);
  });

  it('no two rooms need each other', () => {
    const inner = imports.filter(({ target }) => isInside(target));
    const edges = inner.map(({ file, target }) => [roomOf(file), roomOf(target)] as const);
    expect(cyclesOf(graphOf(edges.filter(([from, to]) => from !== to)))).toEqual([]);
  });

  it('no two files and no two folders of the dashboard need each other', () => {
    const targets = new Map(pageFiles.map((file) => [file.replace(/\.tsx?$/, ''), file]));
    const edges = pageFiles
      .flatMap((file) => importsOf(...read(file)))
      .flatMap(({ file, target }) => {
        const found = targets.get(target);
        return found === undefined ? [] : [[file, found] as const];
      });
    expect(edges.length).toBeGreaterThan(pageFiles.length);
    expect(cyclesOf(graphOf(edges))).toEqual([]);
    const folders = edges.map(([from, to]) => [dirname(from), dirname(to)] as const);
    // The page itself and its shell lie above all folders.
    const inner = folders.filter(
      ([from, to]) => from !== to && from !== 'dashboard' && to !== 'dashboard',
    );
    expect(cyclesOf(graphOf(inner))).toEqual([]);
  });
});

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(edges: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** Each path that leads back to its start, once. */
function cyclesOf(graph: Graph): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): void => {
    const seen = path.indexOf(node);
    if (seen !== -1) cycles.push([...path.slice(seen), node].join(' → '));
    if (seen !== -1 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return cycles;
}
