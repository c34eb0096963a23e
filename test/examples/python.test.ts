import { execFile, spawnSync } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { codeBlocks, read, root, section } from '../docs/markdown.js';
import { sumOf } from '../rig/metric.js';
import { openServer } from '../rig/port.js';
import { until } from '../rig/wait.js';
import { hours, startLive } from '../system/live/service.js';
import { serve, type Service } from './serve.js';
import { runLine } from './terminal.js';

const folder = join(root, 'examples/python');

/** Why a command cannot run, in the name of what it would run; empty where it can. */
const missing = (command: string, ...args: readonly string[]): string =>
  spawnSync(command, args).status === 0 ? '' : ` (skipped: there is no ${command})`;
const noPython = missing(
  'python3',
  '-c',
  'import dataclasses, http.client, json, ssl, sys; sys.version_info >= (3, 11) or exit(1)',
);
const noMypy = missing('mypy', '--version');

/** The variables of a program; it leaves no compiled files beside the example. */
const environment = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };

type Target = Pick<Service, 'url' | 'credential'>;

/**
 * Runs a program with the example's modules, and a `client` of this service; gives the lines that
 * it prints.
 */
async function run(
  { url, credential }: Target,
  program: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const text = `import sys\nfrom facade import *\nfrom main import *\nclient = Client(*sys.argv[1:])\n${program}`;
  const { stdout } = await promisify(execFile)('python3', ['-c', text, url, credential], {
    cwd: folder,
    env: { ...environment, ...variables },
  });
  return stdout.trimEnd().split('\n');
}

/**
 * Runs a statement that fails, and gives what it prints, and the error with its code or else its
 * message.
 */
const failureOf = async (target: Target, statement: string): Promise<string> => {
  const report = 'print(type(error).__name__, getattr(error, "code", error))';
  return (
    await run(target, `try:\n    ${statement}\nexcept Exception as error:\n    ${report}`)
  ).join('\n');
};

/** Starts any server for one test, which counts its requests. */
async function startServer(respond: RequestListener) {
  let requests = 0;
  const address = await openServer((request, response) => {
    requests += 1;
    respond(request, response);
  });
  const url = `${address}/graphql`;
  return { url, requests: () => requests };
}

describe.skipIf(noPython !== '')(`a client in Python${noPython}`, () => {
  it('prints what its page shows', async () => {
    const { url } = await serve();
    const shown = codeBlocks(read('examples/python/README.md')).filter(
      ({ language }) => language === 'sh',
    );
    expect(shown).toHaveLength(2);
    for (const { text, next } of shown) {
      const printed = await runLine(text.trim(), folder, {
        FACADE_URL: url,
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONUTF8: '1',
      });
      expect(printed).toContain(next?.text);
    }
  });

  it('reads typed records of all pages, one operation for each', async () => {
    const service = await serve();
    const lines = await run(
      service,
      'screens = read_screens(client)\nprint(len({screen.id for screen in screens}))\nprint(screens[0])',
    );
    expect(lines).toEqual([
      '240',
      expect.stringMatching(
        /^Screen\(id='scr_\w+', name='Berlin Hbf – Gleis 1 links', status='ONLINE', description=/,
      ),
    ]);
    expect(service.operations()).toBe(3);
  });

  it('raises an error with its code, the missing scope, and what could be read', async () => {
    const service = { ...(await serve()), credential: 'demo-screens-only-credential' };
    const [line] = await run(
      service,
      `id = next(client.walk(SCREENS, "screens"))["id"]
try:
    client.query(PLAYBACK, {"id": id})
except PartnerError as error:
    print(error.code, error.required_scope, error.data)`,
    );
    expect(line).toBe("FORBIDDEN playback:read {'screen': {'playbackConfiguration': None}}");
  });

  it('raises an error for a refused credential, at a subscription too', async () => {
    const service = { ...(await serve()), credential: 'unknown' };
    for (const call of ['client.query("{ organization { id } }")', 'next(client.live(STATUSES))'])
      expect(await failureOf(service, call)).toBe('PartnerError UNAUTHENTICATED');
  });

  it('gets each event of a subscription, and the error that ends it', async () => {
    const service = await startLive();
    const { endpoint: url, credential, change, revoke } = service;
    const count =
      'sum(screen["availability"]["isOnNow"] for screen in data["live"]["screens"]["nodes"])';
    const printed = failureOf(
      { url, credential },
      `for data in client.live("""${hours}"""): print(${count})`,
    );
    const untilEvents = (events: number) =>
      until(
        `event ${events}`,
        async () => (await sumOf(service.facade, 'live_events_total')) === events,
      );
    await untilEvents(1);
    change();
    await untilEvents(2);
    revoke();
    const [noon, night, failure] = (await printed).split('\n');
    expect(Number(noon)).toBeGreaterThan(Number(night));
    expect(failure).toBe('PartnerError UNAUTHENTICATED');
  });

  it('closes the stream when it leaves', async () => {
    const service = await startLive();
    const { endpoint: url, credential } = service;
    const program = `with closing(client.live('''${hours}''')) as events:\n    print(list(next(events)))`;
    expect(await run({ url, credential }, program)).toEqual(["['live']"]);
    await service.untilStreams(0);
  });

  it('reads events of several lines, and distinguishes a broken stream from a complete one', async () => {
    const event = ': comment\n\nevent: next\ndata: {"data":\ndata: {"a":1}}\n\n';
    const send = (rest: string) =>
      startServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event + rest);
      });
    const [complete, broken] = [
      await send('event: complete\ndata:\n\nevent: next\ndata: {}\n\n'),
      await send(''),
    ];
    const program = 'for data in client.live("subscription"): print(data)';
    expect(await run({ ...complete, credential: 'c' }, program)).toEqual(["{'a': 1}"]);
    expect(await failureOf({ ...broken, credential: 'c' }, program)).toBe(
      "{'a': 1}\nConnectionError The stream has ended before it was complete.",
    );
  });

  it('waits after a 429 as long as Retry-After says, and tries again', async () => {
    const service = await serve();
    service.simulator.setFaults([{ status: 429, retryAfterSeconds: 1, times: 1 }]);
    expect(await run(service, 'print(client.query("{ organization { name } }"))')).toEqual([
      "{'organization': {'name': 'Nordlicht Bahn & Retail'}}",
    ]);
    expect(service.operations()).toBeGreaterThan(1);
  });

  it('does not wait for longer than a minute', async () => {
    const service = await serve();
    service.simulator.setFaults([{ status: 429, retryAfterSeconds: 61 }]);
    const call = 'client.query("{ organization { name } }")';
    expect(await failureOf(service, call)).toBe('PartnerError RATE_LIMITED');
    expect(service.operations()).toBe(1);
  });

  it.each([301, 302, 307, 308])(
    'sends no credential to where a redirect leads (%i)',
    async (status) => {
      const other = await startServer((_request, response) => void response.end('{"data":{}}'));
      const service = await startServer((_request, response) => {
        response.writeHead(status, { location: other.url }).end();
      });
      expect(await failureOf({ ...service, credential: 'c' }, 'client.query("{ a }")')).toBe(
        `ConnectionError HTTP ${status} is no result of GraphQL.`,
      );
      expect([service.requests(), other.requests()]).toEqual([1, 0]);
    },
  );

  it('uses no proxy, and shows no credential', async () => {
    const service = await serve();
    const proxy = await startServer((_request, response) => void response.end());
    const lines = await run(service, 'client.query("{ __typename }")\nprint(client)', {
      http_proxy: proxy.url,
      HTTP_PROXY: proxy.url,
      all_proxy: proxy.url,
    });
    expect(lines).toEqual([`Client(url='${service.url}', timeout=40, attempts=3, max_wait=60)`]);
    expect(proxy.requests()).toBe(0);
  });

  it('gives up on a server that sends nothing', async () => {
    const silent = await startServer(() => undefined);
    const call = 'Client(client.url, "c", timeout=0.1).query("{ a }")';
    expect(await failureOf({ ...silent, credential: 'c' }, call)).toBe('TimeoutError timed out');
  });

  it.skipIf(noMypy !== '')(`has types that mypy --strict accepts${noMypy}`, () => {
    const { stdout } = spawnSync('mypy', ['--strict', '--cache-dir', '/dev/null', 'main.py'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('Success: no issues found in 1 source file\n');
  });
});

it('the configuration of ariadne-codegen on the page has the type of each scalar', () => {
  const configuration = section(read('docs/clients.md'), 'Python');
  const typed = [...configuration.matchAll(/^(\w+) = \{ type = "\w+" \}$/gm)].map(
    ([, name]) => name,
  );
  const scalars = [...read('schema.graphql').matchAll(/^scalar (\w+)$/gm)].map(([, name]) => name);
  expect(typed).toEqual(scalars);
});
