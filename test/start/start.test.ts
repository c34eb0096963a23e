import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listenFault } from '../../src/config.js';
import { printableLines } from '../../src/partner/quote.js';
import { manifest } from '../docs/markdown.js';
import { processCounts, runCommand, startCommand } from '../rig/command.js';
import { startDeafPort } from '../rig/deaf-port.js';
import { openFolder, openPreload, openSimulator } from '../rig/open.js';
import { operationRequest } from '../rig/operation-request.js';
import { openServer, takenPort } from '../rig/port.js';
import { until } from '../rig/wait.js';
import { everything } from '../system/test-system.js';

/** A preload that makes the process say that it is another Node.js. */
const pretending = (version: string): Record<string, string> => {
  const source = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}` };
};

describe('the version of Node.js', () => {
  it.each(['14.21.3', '18.20.8', '20.0.0', '20.19.6'])(
    '%s is told which one is needed',
    async (version) => {
      const { code, output, errors } = await runCommand(['--version'], pretending(version));
      expect([code, output]).toEqual([1, '']);
      expect(errors).toBe(
        `partner-graphql needs Node.js 20.20 or later, and this is ${version}: install a later one.\n`,
      );
    },
  );

  it.each(['20.20.0', '21.0.0', '22.1.0'])('%s is accepted', async (version) => {
    expect(await runCommand(['--version'], pretending(version))).toMatchObject({
      code: 0,
      errors: '',
    });
  });

  it('is that of package.json, and the file that checks it imports nothing before', () => {
    expect(manifest.engines).toEqual({ node: '>=20.20' });
    expect(readFileSync('dist/main.js', 'utf8')).not.toMatch(/^\s*(?:import|export) .*from/m);
  });
});

describe('what a command prints', () => {
  const controls = '\u001b[31m\u007f\u009b\u202e';

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    [
      'a setting',
      [],
      { PORT: `1${controls}`, [`MCP_${controls}`]: 'true', NODE_ENV: 'production' },
    ],
    ['a manifest', [], { TRUSTED_DOCUMENTS: `/none${controls}`, PORT: '0' }],
    ['a command', [controls], {}],
    ['an option', [`--${controls}`], {}],
    ['an option of the simulator', ['simulator', `--${controls}`], {}],
    ['a value of the simulator', ['simulator', '--port', controls], {}],
  ])('escapes the controls of %s', async (_what, args, settings) => {
    const { code, output, errors } = await runCommand(args, settings);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain('\\u009b');
    expect(printableLines(errors)).toBe(errors);
  });
});

describe('an address that cannot be listened on', () => {
  it.each(processCounts)('names the port that is in use, and what to do: %j', async (settings) => {
    const PORT = await takenPort();
    const { code, errors } = await runCommand([], { PORT, ...settings });
    expect(code).toBe(1);
    expect(errors).toContain(
      `PORT is ${PORT}, where another process listens already (EADDRINUSE): end it, or set PORT to another port; 0 takes any free one.\n`,
    );
    expect(errors).not.toMatch(/^ +at /m);
  });

  it.each([
    ['192.0.2.1', 'which is no address of this machine (EADDRNOTAVAIL)'],
    ['no-such-host.invalid', 'which does not resolve (E'],
  ])('names HOST %s', async (HOST, reason) => {
    const { code, errors } = await runCommand([], { PORT: '0', HOST });
    expect(code).toBe(1);
    expect(errors).toContain(`HOST is "${HOST}", ${reason}`);
    expect(errors).toContain(
      'set HOST to 127.0.0.1, or to :: for all addresses, or to 0.0.0.0 for those of IPv4.',
    );
  });

  it('names IPv6 where the machine has none', () => {
    const settings = { HOST: '::', PORT: 4000, METRICS_PORT: undefined };
    const error = Object.assign(new Error('listen'), { code: 'EAFNOSUPPORT', port: 4000 });
    expect(listenFault(error, settings)?.message).toBe(
      'HOST is "::", and this machine has no IPv6 (EAFNOSUPPORT): set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
    );
  });

  it('names the port that needs more rights, of the two', () => {
    const settings = { HOST: '127.0.0.1', PORT: 80, METRICS_PORT: 81 };
    const fault = (port: number) =>
      listenFault(Object.assign(new Error('listen'), { code: 'EACCES', port }), settings)?.message;
    expect(fault(80)).toBe(
      'PORT is 80, where this user may not listen (EACCES): set PORT to a port of 1024 or above.',
    );
    expect(fault(81)).toMatch(/^METRICS_PORT is 81, where/);
  });

  it('is no other error', () => {
    const settings = { HOST: '127.0.0.1', PORT: 80, METRICS_PORT: undefined };
    for (const error of [
      new Error('EADDRINUSE'),
      Object.assign(new Error('x'), { code: 'ENOENT' }),
      'text',
    ])
      expect(listenFault(error, settings)).toBeUndefined();
  });
});

describe('PARTNER_API_URL at the start', () => {
  const found = /"msg":"the Partner API can(?:not)? be reached[^"]*"/g;

  it.each(processCounts)('is tried once, without a request: %j', async (settings) => {
    const requests: unknown[] = [];
    const url = await openServer((request) => void requests.push(request));
    const command = await startCommand({ ...settings, PARTNER_API_URL: url });
    await until('the log says so', () => command.output().search(found) !== -1);
    expect(command.output().match(found)).toEqual(['"msg":"the Partner API can be reached"']);
    expect(command.output()).toContain(`"origin":"${url}"`);
    expect(requests).toEqual([]);
  });

  it.each(processCounts)(
    'is named once where it is wrong, and the start goes on: %j',
    async (settings) => {
      const command = await startCommand({
        ...settings,
        PARTNER_API_URL: 'https://no-such-host.invalid',
      });
      await until('the log says so', () => command.output().search(found) !== -1);
      expect(command.output().match(found)).toEqual([
        '"msg":"the Partner API cannot be reached: the name in PARTNER_API_URL does not resolve"',
      ]);
      expect((await fetch(`${command.url}/health/ready`)).status).toBe(200);
    },
  );

  it('holds nothing up where nothing accepts the connection', async () => {
    const settings = { PARTNER_API_URL: await startDeafPort(), UPSTREAM_TIMEOUT_MS: '2000' };
    const command = await startCommand(settings);
    expect(command.output()).not.toMatch(found);
    await until('the log says so', () => command.output().search(found) !== -1);
    expect(command.output()).toContain('opens in time; a firewall may drop it');
  });
});

describe('a setting that is misspelt', () => {
  it('stops the start in production, with its name and without its value', async () => {
    const { code, errors } = await runCommand([], {
      PARTNER_API_ULR: 'https://hunter2.example.com',
      NODE_ENV: 'production',
    });
    expect(code).toBe(1);
    expect(errors).toMatch(/^"PARTNER_API_ULR" is not a setting: PARTNER_API_URL is\./);
    expect(errors).not.toContain('hunter2');
  });

  it('is a warning elsewhere, once for all workers', async () => {
    const { errors } = await runCommand([], {
      PARTNER_API_ULR: 'https://hunter2.example.com',
      PORT: await takenPort(),
      WORKERS: '2',
    });
    expect(errors.match(/"PARTNER_API_ULR" is not a setting/g)).toHaveLength(1);
  });
});

/**
 * Lists the files that its process compiles, in the file that LOADED names, when it gets SIGUSR2.
 */
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

async function startWatched(settings: Readonly<Record<string, string>>) {
  const list = join(openFolder(), 'loaded.json');
  const command = await startCommand({ ...settings, ...openPreload(recorder), LOADED: list });
  /**
   * The packages and the folders of the project that have been loaded so far, each with the number
   * of its files.
   */
  const loaded = async (): Promise<ReadonlyMap<string, number>> => {
    const count = (): number => command.output().split('"recorded"').length;
    const before = count();
    const recorded = new Promise<void>((resolve) => {
      command.process.stdout.on('data', () => {
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

/** A package by its name, a room or file of the project as `dist/…`. */
function countByOwner(urls: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const [, name] =
      /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ??
      /\/(dist\/(?:(?:extra|command)\/)?[^/]+)/.exec(url) ??
      [];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What only some requests, commands or settings need. */
const deferred = [
  ...[
    'graphql-yoga',
    '@envelop/core',
    '@graphql-tools/utils',
    '@whatwg-node/server',
    '@whatwg-node/fetch',
  ],
  ...['@graphql-yoga/render-graphiql', '@modelcontextprotocol/server'],
  ...['dist/command/simulator', 'dist/command/contract', 'dist/extra/cluster'],
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
    // A new dependency that loads hundreds of files is noticed here. Of Node.js's own modules none
    // counts.
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
    expect(namesIn(await loaded())).toEqual(['dist/command/simulator']);
  });
});

it('a rejection that nobody waits for is logged, and ends no process', async () => {
  const preload = openPreload(
    "process.on('SIGUSR2', () => void Promise.reject(new Error('lost')))",
  );
  const { url, process: child, output } = await startCommand(preload);
  child.kill('SIGUSR2');
  await until('it is logged', () => output().includes('Error: lost\\n'));
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
});
