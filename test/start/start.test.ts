import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Command, startCommand } from '../rig/command.js';
import { openFolder, openSimulator } from '../rig/open.js';
import { operationRequest } from '../rig/operation-request.js';
import { everything } from '../system/test-system.js';

/** Lists the files that its process compiles, in the file that LOADED names, when it gets SIGUSR2. */
const recorder = `
  import { writeFileSync } from 'node:fs';
  import { Session } from 'node:inspector';
  const urls = new Set();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => urls.add(params.url));
  session.post('Debugger.enable');
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.LOADED, JSON.stringify([...urls]));
    process.stdout.write('"recorded"\\n');
  });
`;

interface Watched extends Command {
  /** The packages and the folders of the project that have been loaded so far, each with the number of its files. */
  readonly loaded: () => Promise<ReadonlyMap<string, number>>;
}

async function startWatched(settings: Readonly<Record<string, string>>): Promise<Watched> {
  const folder = openFolder();
  const [hook, list] = [join(folder, 'hook.mjs'), join(folder, 'loaded.json')];
  writeFileSync(hook, recorder);
  const command = await startCommand({
    ...settings,
    NODE_OPTIONS: `--import ${pathToFileURL(hook).href}`,
    LOADED: list,
  });
  const loaded = async (): Promise<ReadonlyMap<string, number>> => {
    const count = (): number => command.output().split('"recorded"').length;
    const before = count();
    const recorded = new Promise<void>((resolve) => {
      command.process.stdout?.on('data', () => {
        if (count() > before) resolve();
      });
    });
    command.process.kill('SIGUSR2');
    await recorded;
    // The recorder writes a list of texts.
    return countByOwner(JSON.parse(readFileSync(list, 'utf8')) as readonly string[]);
  };
  return { ...command, loaded };
}

/** A package by its name, a folder or file of the project as `dist/…`. */
function countByOwner(urls: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? /\/(dist\/[^/]+)/.exec(url) ?? [];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What only some requests, commands or settings need. */
const deferred = [
  ...['graphql-yoga', '@envelop/core', '@graphql-tools/utils', '@whatwg-node/server', '@whatwg-node/fetch'],
  ...['@graphql-yoga/render-graphiql', '@modelcontextprotocol/server'],
  ...['dist/simulator', 'dist/contract', 'dist/cluster'],
];

const namesIn = (loaded: ReadonlyMap<string, number>): readonly string[] =>
  deferred.filter((name) => loaded.has(name));

const ask = (url: string) =>
  fetch(operationRequest('{ organization { name } }', { url, credential: everything }));

describe('the start', () => {
  it('loads what the first query needs, and what others need with the first of them', async () => {
    const simulator = await openSimulator();
    const { url, loaded } = await startWatched({ PARTNER_API_URL: simulator.url });
    expect((await ask(url)).status).toBe(200);
    const first = await loaded();
    expect(namesIn(first)).toEqual([]);
    // A new dependency that loads hundreds of files is noticed here. Of Node.js's own modules none counts.
    expect([...first.values()].reduce((sum, count) => sum + count)).toBeLessThan(800);

    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(namesIn(await loaded())).toEqual(['@whatwg-node/server', '@whatwg-node/fetch']);

    const get = `${url}/graphql?query={__typename}`;
    expect(await (await fetch(get)).json()).toEqual({ data: { __typename: 'Query' } });
    expect(namesIn(await loaded())).toContain('graphql-yoga');
  });

  it('of the demo loads the simulator too, and neither Yoga nor GraphiQL nor the protocol of agents', async () => {
    const { url, loaded } = await startWatched({});
    expect((await ask(url)).status).toBe(200);
    expect(namesIn(await loaded())).toEqual(['dist/simulator']);
  });
});
