import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  /** The file that imports, below src. */
  readonly file: string;
  /** A file below src without its extension, or a package's name as it is written. */
  readonly target: string;
  readonly isTypeOnly: boolean;
}

/** The dashboard is a page in the browser, with packages of its own that a build puts into one bundle. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.startsWith('dashboard/'),
);
const sources = new Map(
  files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [file, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)];
  }),
);
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
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path);
const isInside = (path: string): boolean => files.includes(`${path}.ts`);

/** What a file may import: a file or folder of src, or a package; `node:*` is every module of Node.js. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  partner: ['zod'],
  paging: [],
  // zod reads the bodies around the records: `data` and `pagination`.
  rest: ['partner', 'undici', 'zod', 'node:*'],
  tenant: ['partner', 'rest', 'lru-cache', 'node:crypto'],
  loaders: ['partner', 'rest', 'paging', 'tenant', 'dataloader'],
  graphql: ['partner', 'loaders', 'paging', '@pothos/core', 'graphql', 'execution'],
  execution: ['graphql'],
  client: ['graphql'],
  contract: ['partner', 'zod', 'node:*'],
  simulator: ['node:*'],
};

const fits = (target: string, rule: string): boolean =>
  rule.endsWith('*')
    ? target.startsWith(rule.slice(0, -1))
    : target === rule || (isInside(target) && target.startsWith(`${rule}/`));

describe('who knows what (architecture)', () => {
  it('reads the whole of src', () => {
    expect(files.length).toBeGreaterThan(90);
    expect(imports.length).toBeGreaterThan(300);
    const known = new Set(files.map((file) => folderOf(file)));
    for (const folder of [
      'partner',
      'rest',
      'paging',
      'loaders',
      'tenant',
      'graphql',
      'operation',
      'http',
      'simulator',
    ])
      expect(known).toContain(folder);
  });

  it.each(Object.entries(allowed))('%s imports nothing but itself and its list: %j', (folder, rules) => {
    const strangers = imports.filter(
      ({ file, target }) =>
        folderOf(file) === folder && ![folder, ...rules].some((rule) => fits(target, rule)),
    );
    expect(strangers).toEqual([]);
  });

  it('only graphql, execution, operation, http, telemetry, client and facade.ts know GraphQL', () => {
    const knowing = imports.filter(({ target }) => /^(?:graphql|@pothos|@graphql|graphql-)/.test(target));
    const mayKnow = ['graphql', 'execution', 'operation', 'http', 'telemetry', 'client', 'facade.ts'];
    expect(
      knowing.filter(({ file, target }) => !isInside(target) && !mayKnow.includes(folderOf(file))),
    ).toEqual([]);
  });

  it('only rest, simulator, http, telemetry and cluster know HTTP', () => {
    const wire = /^(?:undici|node:(?:http|https|http2|net|tls)|@whatwg-node\/)/;
    const mayKnow = ['rest', 'simulator', 'http', 'telemetry', 'cluster', 'facade.ts', 'main.ts'];
    expect(
      imports.filter(({ file, target }) => wire.test(target) && !mayKnow.includes(folderOf(file))),
    ).toEqual([]);
  });

  it('only main.ts and facade.ts know the composition; other rooms know the types of it alone', () => {
    const roots = ['facade', 'main', 'config'];
    const upward = imports.filter(
      ({ file, target, isTypeOnly }) =>
        roots.includes(target) && !isTypeOnly && !['facade.ts', 'main.ts'].includes(file),
    );
    expect(upward).toEqual([]);
  });

  it('the simulator is a witness: only main.ts knows it', () => {
    expect(
      imports.filter(
        ({ file, target }) =>
          folderOf(target) === 'simulator' && folderOf(file) !== 'simulator' && file !== 'main.ts',
      ),
    ).toEqual([]);
  });

  it('every package that is imported to run is one that an install brings', () => {
    // The manifest is JSON of our own; only its names are looked at.
    const manifest = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as Manifest;
    const brought = new Set(
      Object.keys({
        ...manifest.dependencies,
        ...manifest.peerDependencies,
        ...manifest.optionalDependencies,
      }),
    );
    const named = imports.filter(
      ({ target, isTypeOnly }) => !isInside(target) && !target.startsWith('node:') && !isTypeOnly,
    );
    const nameOf = (target: string): string => target.split('/', target.startsWith('@') ? 2 : 1).join('/');
    expect(named.filter(({ target }) => !brought.has(nameOf(target)))).toEqual([]);
  });
});

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('the environment', () => {
  it('is read by main.ts alone', () => {
    const readers = [...sources]
      .filter(([, source]) => /\bprocess\s*(?:\.|\[\s*['"])\s*env\b/.test(source.text))
      .map(([file]) => file);
    expect(readers).toEqual(['main.ts']);
  });
});

describe('no cycles', () => {
  it('no two files need each other to run, but for GraphQL types that refer to each other', () => {
    // Pothos takes fields as functions, which run when all types are there.
    const isTypePair = ({ file, target }: Import): boolean =>
      file.startsWith('graphql/types/') && target.startsWith('graphql/types/');
    const graph = graphOf((each) => !each.isTypeOnly && !isTypePair(each));
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('no two folders need each other, types included, but for the type of the façade', () => {
    const needed = imports.filter(
      ({ target, isTypeOnly }) => isInside(target) && !(isTypeOnly && target === 'facade'),
    );
    const graph = new Map<string, Set<string>>();
    for (const { file, target } of needed) {
      const [from, to] = [
        folderOf(file),
        folderOf(isInside(target) && !target.includes('/') ? `${target}.ts` : target),
      ];
      if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
    expect(cyclesOf(graph)).toEqual([]);
  });
});

function graphOf(isWanted: (each: Import) => boolean): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const each of imports.filter(isWanted))
    if (isInside(each.target))
      graph.set(each.file, (graph.get(each.file) ?? new Set()).add(`${each.target}.ts`));
  return graph;
}

/** Each way that leads back to where it began, told once. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): void => {
    const seen = way.indexOf(node);
    if (seen !== -1) cycles.push([...way.slice(seen), node].join(' → '));
    if (seen !== -1 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...way, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return cycles;
}
