import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { codeBlocks, read, root } from '../docs/markdown.js';
import { compiler } from '../rig/command.js';
import { installInEmptyFolder, noProject, type Project } from './install.js';
import { environmentOf, installNode, type NodeRuntime, ownNode } from './node.js';

/** What the compiler says of files of the project, and of every declaration that they reach. */
function compile(
  { folder }: Project,
  files: Readonly<Record<string, string>>,
  options: object,
): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2022',
    types: [],
    skipLibCheck: false,
    // TypeScript's own.
    skipDefaultLibCheck: true,
  };
  const settings = {
    compilerOptions: { ...compilerOptions, ...options },
    files: Object.keys(files),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  return spawnSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' }).stdout;
}

const program = `
  import { createServer } from 'node:http';
  import { createFacade, type Facade, type FacadeOptions, type RunRequest, SettingsError } from 'partner-graphql';
  import { type ErrorCode, hasCode, walk } from 'partner-graphql/client';
  const options: FacadeOptions = {
    partnerApiUrl: 'https://signage.example.com',
    path: '/api/signage',
    settings: { PORT: 0, GRAPHIQL: false, CORS_ORIGINS: ['https://app.example.com'], LOG_LEVEL: 'silent' },
  };
  const facade: Facade = createFacade(options);
  const answer: Promise<Response> = facade.fetch(new Request('https://facade.example.com/graphql'));
  const request: RunRequest = { query: '{ organization { name } }', credential: 'secret' };
  const { data, errors = [], extensions } = await facade.run(request);
  const name: unknown = data?.['organization'];
  const cost: number | undefined = extensions?.upstream?.requests;
  const isRefused: boolean = errors.some((error) => hasCode(error, 'FORBIDDEN'));
  const code: ErrorCode = 'NOT_FOUND';
  // @ts-expect-error: there is no such option
  createFacade({ partnerApi: 'https://signage.example.com' });
  // @ts-expect-error: there is no such setting
  createFacade({ ...options, settings: { GRAPHIQ: false } });
  // @ts-expect-error: a credential is a text
  await facade.run({ query: '{ organization { name } }', credential: { kind: 'usable' } });
  export { answer, code, cost, createServer, isRefused, name, SettingsError, walk };`;
const nodeHttp = `
  createServer((request, response) => {
    if (!facade.fastPath(request, response)) response.writeHead(404).end();
  });`;
const withoutNode = program.replace(/^.*node:http.*$/m, '').replace('createServer, ', '');
/** The programs of the pages that embed the façade. */
const embedding = ['README.md', 'docs/library.md']
  .flatMap((page) => codeBlocks(read(page)))
  .filter(({ text }) => text.includes('createFacade('));

/** A call that runs an operation of the installed package, and prints what it answers. */
const runOnce = `
  import { createFacade } from 'partner-graphql';
  const [url, credential] = process.argv.slice(1);
  const facade = createFacade({ partnerApiUrl: url, settings: { LOG_LEVEL: 'silent' } });
  const answer = await facade.run({ query: '{ organization { id } }', credential });
  await facade.close();
  process.stdout.write(JSON.stringify(answer.data));`;

/** Runs a command of the package to its end, as the pages say. */
const exec = (project: Project, ...args: readonly string[]): string =>
  project.run('npm', 'exec', '--no', '--', 'partner-graphql', ...args);

/** Starts a command of the package on any free port, and waits for what it prints. */
async function start(
  project: Project,
  runtime: NodeRuntime,
  pattern: RegExp,
  ...args: readonly string[]
) {
  const command = join(project.folder, 'node_modules/.bin/partner-graphql');
  const env = { ...environmentOf(runtime), PORT: '0', DASHBOARD: 'false' };
  const child = spawn(command, [...args], {
    cwd: project.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`It did not start: ${written}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      if (pattern.test(written)) resolve();
    });
  });
  return { child, written };
}

/** The newest that runs on a line of Node.js: 17 needs Node.js 22. */
const graphqlFor = ({ name }: NodeRuntime): string =>
  Number(/\d+/.exec(name)?.[0]) < 22 ? 'graphql@16' : 'graphql';

/**
 * Prints which graphql-js a program gets, and whether the schema of the façade is an object of it.
 */
const useGraphql = `
  import { GraphQLSchema, versionInfo } from 'graphql';
  import { createFacade } from 'partner-graphql';
  const facade = createFacade({ partnerApiUrl: 'http://127.0.0.1:9', settings: { LOG_LEVEL: 'silent' } });
  process.stdout.write(versionInfo.major + ' ' + (facade.schema instanceof GraphQLSchema));
  await facade.close();`;

const runtimes: readonly (NodeRuntime | string)[] = [ownNode, installNode(24)];

describe.each(runtimes)('the package, installed in an empty folder', (runtime) => {
  const node = typeof runtime === 'string' ? ownNode : runtime;
  const installed =
    typeof runtime === 'string' ? runtime : installInEmptyFolder(node, [graphqlFor(node)]);
  const skipped = typeof installed === 'string' ? installed : undefined;
  const project = typeof installed === 'string' ? noProject : installed;
  afterAll(() => project.remove());

  describe.skipIf(skipped !== undefined)(
    skipped === undefined ? `with --engine-strict on ${node.name}` : `(SKIPPED: ${skipped})`,
    () => {
      it('has every package that it needs, each in a version that fits, and no test', () => {
        const listed = project.run('npm', 'ls', '--all', '--json');
        expect(JSON.parse(listed)).not.toHaveProperty('problems');
        expect(listed).not.toContain('vitest');
        expect(listed).not.toContain(`${root}src`);
        const { packages } = JSON.parse(
          project.run('node', '-p', "fs.readFileSync('package-lock.json', 'utf8')"),
        ) as { packages: object };
        // Its own and those that it brings.
        expect(Object.keys(packages).length - 1).toBeLessThanOrEqual(63);
      });

      it('shares the only copy of graphql with its user: 17 on Node.js 22 and later, 16 on 20', () => {
        const major = graphqlFor(node) === 'graphql' ? 17 : 16;
        const used = project.run('node', '--input-type=module', '--eval', useGraphql);
        expect(used).toBe(`${major} true`);
        const copies = project
          .run('npm', 'ls', 'graphql', '--all', '--parseable')
          .trim()
          .split('\n');
        expect(copies).toEqual([join(realpathSync(project.folder), 'node_modules/graphql')]);
      });

      it('starts by its command beside the simulator, answers, and ends with SIGTERM', async () => {
        const { child, written } = await start(project, node, /"url":"[^"]+"[^]*everything/);
        const url = /"url":"([^"]+)"/.exec(written)?.[1] ?? '';
        const credential = /demo-everything-credential/.exec(written)?.[0] ?? '';
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
          body: JSON.stringify({ query: '{ organization { id } screens { totalCount } }' }),
        });
        const screens = { totalCount: expect.any(Number) as number };
        expect(await answer.json()).toMatchObject({
          data: { organization: { id: 'org_nordlicht' }, screens },
        });
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
      });

      // The files are the same, whichever Node.js has installed them.
      if (node !== ownNode) return;

      it('has simulator and contract beside the server, and `run` for programs', async () => {
        const args = ['simulator', '--port', '0'];
        const { child, written } = await start(project, node, /second-organization/, ...args);
        const url = /http:\/\/\S+/.exec(written)?.[0] ?? '';
        expect(exec(project, 'contract', url)).toContain('no differences');
        const call = ['--input-type=module', '--eval', runOnce, url, 'demo-everything-credential'];
        expect(project.run('node', ...call)).toBe('{"organization":{"id":"org_nordlicht"}}');
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
      });

      it('prints its help and its version by `npm exec`', () => {
        expect(exec(project, '--help')).toContain('MAX_UPSTREAM_REQUESTS');
        expect(exec(project, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
      });

      it('checks documents by `npm exec`', () => {
        const document = 'query A { screens(first: 100) { totalCount } }';
        writeFileSync(join(project.folder, 'screens.graphql'), document);
        expect(exec(project, 'check', 'screens.graphql')).toContain(
          'create a credential with screens:read',
        );
      });

      it('gives typed imports of the façade, with and without the types of Node.js', () => {
        expect(embedding).toHaveLength(2);
        const texts = embedding.map(({ text }, index) => [`page-${index}.ts`, text] as const);
        const files = { 'program.ts': withoutNode, ...Object.fromEntries(texts) };
        expect(compile(project, files, { lib: ['ES2022', 'DOM'] })).toBe('');
        const types = {
          lib: ['ES2022'],
          types: ['node'],
          typeRoots: [join(root, 'node_modules/@types')],
        };
        expect(compile(project, { ...files, 'server.ts': program + nodeHttp }, types)).toBe('');
      });

      it('gives typed imports of its client, which need no types but the kit’s own', () => {
        const source = `export { hasCode, keylessTypes, partnerErrors, possibleTypes, scalars, walk } from 'partner-graphql/client';`;
        expect(compile(project, { 'client.ts': source }, { lib: ['ES2022'] })).toBe('');
      });

      it('gives the schema to generators of code', () => {
        const source = `import { readFileSync } from 'node:fs';
          for (const file of ['schema.graphql', 'schema.strict.graphql'])
            process.stdout.write(readFileSync(new URL(import.meta.resolve('partner-graphql/' + file)), 'utf8'));`;
        const text = project.run('node', '--input-type=module', '--eval', source);
        expect(text).toContain('): ScreenConnection @semanticNonNull\n');
        expect(text).toContain('): ScreenConnection!\n');
      });
    },
  );
});
