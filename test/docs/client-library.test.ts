import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../examples/serve.js';
import { installPackages, noProject } from '../package/install.js';
import { ownNode } from '../package/node.js';
import { compiler } from '../rig/command.js';
import { read, root } from './markdown.js';

const page = read('docs/clients.md');
/** What the table of clients says of one without an example. */
const rowOf = (client: string): string =>
  page.split('\n').find((line) => line.startsWith(`| ${client}`)) ?? '';

const installed = installPackages(ownNode, ['@genql/cli@6.3.4']);
const noRegistry = typeof installed === 'string' ? ` (SKIPPED: ${installed})` : '';
const project = typeof installed === 'string' ? noProject : installed;

describe.skipIf(noRegistry !== '')(`genql 6.3.4${noRegistry}`, () => {
  const query = `import { createClient } from './generated/index.js';
    const [url = '', credential = ''] = process.argv.slice(2);
    const headers = { Authorization: 'Bearer ' + credential };
    const data = await createClient({ url, headers }).query({
      screens: { __args: { first: 1 }, totalCount: true },
    });
    console.log(data.screens?.totalCount);`;

  beforeAll(() => {
    copyFileSync(join(root, 'schema.graphql'), join(project.folder, 'schema.graphql'));
    project.run('npx', 'genql', '--schema', 'schema.graphql', '--output', 'generated', '--esm');
    writeFileSync(join(project.folder, 'right.mts'), query);
    const misspelt = query.replace('screens?.totalCount', 'screens?.count');
    writeFileSync(join(project.folder, 'misspelt.mts'), misspelt);
  });
  afterAll(() => project.remove());

  /** What the compiler says of a file, by this resolution of modules. */
  const complaint = (file: string, module: string, resolution: string): string => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022'];
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    const modules = ['--module', module, '--moduleResolution', resolution];
    const flags = [compiler, ...options, ...types, ...modules, file];
    return spawnSync(process.execPath, flags, { cwd: project.folder, encoding: 'utf8' }).stdout;
  };

  it('has types that find a misspelt field with "bundler", and none with "NodeNext"', () => {
    expect(rowOf('genql 6.3.4')).toContain(
      'its types are `any` in an ESM project under `"moduleResolution": "NodeNext"`',
    );
    expect(complaint('right.mts', 'ESNext', 'bundler')).toBe('');
    expect(complaint('misspelt.mts', 'ESNext', 'bundler')).toContain("'count' does not exist");
    expect(complaint('misspelt.mts', 'NodeNext', 'NodeNext')).toBe('');
  });

  it('reads from the façade', async () => {
    const { url, credential } = await serve();
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const output = await project.runAside(process.execPath, tsx, 'right.mts', url, credential);
    expect(output).toBe('240\n');
  });
});

/** Why its tests cannot run; empty where they can. */
const noRuby = (gem: string, version: string): string => {
  const { status } = spawnSync('ruby', ['-e', `gem "${gem}", "${version}"`]);
  return status === 0 ? '' : ` (skipped: there is no ruby-${gem} ${version})`;
};

const screensOnly = 'demo-screens-only-credential';

/** Runs a program with the address and the credential in `URL` and `CREDENTIAL`. */
const ruby = async (program: string, URL: string, CREDENTIAL: string): Promise<string> => {
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8', URL, CREDENTIAL };
  return (await promisify(execFile)('ruby', ['-e', program], { env })).stdout;
};

/** A field of an item, and one of the first level, which the credential may not read. */
const deep = '{ screens(first: 1) { totalCount nodes { playbackConfiguration { __typename } } } }';
const shallow = '{ screens(first: 1) { totalCount } playlists(first: 1) { totalCount } }';
const headers = '{ "Authorization" => "Bearer " + ENV["CREDENTIAL"] }';

const noClient = noRuby('graphql-client', '0.16.0');
describe.skipIf(noClient !== '')(`Ruby's graphql-client 0.16.0${noClient}`, () => {
  const program = `
    require "graphql/client"
    require "graphql/client/http"
    Wire = GraphQL::Client::HTTP.new(ENV["URL"]) { def headers(_context) = ${headers} }
    Client = GraphQL::Client.new(schema: GraphQL::Client.load_schema(Wire), execute: Wire)
    Deep = Client.parse("query ${deep}")
    Shallow = Client.parse("query ${shallow}")
    [Deep, Shallow].each do |query|
      result = Client.query(query)
      puts [result.data.screens.total_count, result.errors.any?, result.errors.all.any?].join(" ")
    end`;

  it('reads from the façade', async () => {
    const { url, credential } = await serve();
    expect(await ruby(program, url, credential)).toBe('240 false false\n240 false false\n');
  });

  it('says by errors.all alone that a field failed', async () => {
    expect(rowOf('Ruby, graphql-client 0.16.0')).toContain(
      '`result.errors.any?` is false where a field failed: ask `result.errors.all.any?`',
    );
    const { url } = await serve();
    const output = await ruby(program, url, screensOnly);
    expect(output).toBe('240 false true\n240 false true\n');
  });
});

const noGraphlient = noRuby('graphlient', '0.5.0');
describe.skipIf(noGraphlient !== '')(`Ruby's graphlient 0.5.0${noGraphlient}`, () => {
  const program = (query: string): string => `
    require "graphlient"
    client = Graphlient::Client.new(ENV["URL"], headers: ${headers})
    begin
      puts client.query("query ${query}").data.screens.total_count
    rescue Graphlient::Errors::Error => error
      puts error.class
    end`;

  it('raises where a field of the first level failed, not where one of an item did', async () => {
    expect(rowOf('Ruby, graphlient 0.5.0')).toContain('raises nothing where');
    const { url } = await serve();
    expect(await ruby(program(shallow), url, screensOnly)).toMatch(/Errors/);
    expect(await ruby(program(deep), url, screensOnly)).toBe('240\n');
  });
});
