import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounded, seed, words } from '../../fuzz/draw.js';
import { exchange } from '../../fuzz/wire.js';
import { type Command, processCounts, startCommand } from '../../rig/command.js';

const usableHosts = [
  'a',
  'a:80',
  'A.B',
  '127.0.0.1:4000',
  '[::1]',
  '[::1]:4000',
  'a_b.example',
  'x--y',
  '',
];
const oddHosts = [
  ...['[', ']', '[]', '[::1', '::1', '[v1.a]', '[::1]:99999', 'a:99999', 'a:-1', 'a:80:80', ':80'],
  ...[
    '1.2.3.4.5',
    '256.256.256.256',
    '0xffffffffff',
    '99999999999',
    '1.2.3.x.9',
    'xn--',
    'xn--a',
    'a.xn--',
  ],
  ...[
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'u@a',
    'u:p@a',
    'a,b',
    'a%00',
    '%41',
    '\u00e4',
    '\u00ad',
    '<x>',
  ],
  ...[
    '[::ffff:1.2.3.4.5]',
    '[::1%25eth0]',
    '-',
    '.',
    '..',
    '9'.repeat(400),
    `[${'1:'.repeat(300)}]`,
  ],
];
const paths = [
  ...words(`/graphql /graphql?query=%7B__typename%7D /health/live /health/ready /metrics /metrics/organization /mcp /
    /dashboard/session /dashboard/graphql /dashboard/assets/x.js /nothing /% // //[ //a:99999/ /\\ /x/../graphql * a graphql`),
  ...['', `/${'x'.repeat(5000)}`, '/\u00ff'],
];
const prefixes = [
  ...Array.from({ length: 6 }, () => ''),
  ...[
    'http://a',
    'HTTP://A:80',
    'https://a',
    'http://[',
    'http://a:99999',
    'http://',
    'http://u:p@a',
  ],
  ...['http://1.2.3.4.5', 'http://xn--', 'ftp://a', 'http:', 'data:', 'http://[::1]:4000'],
];
const methods = [
  ...[
    'GET',
    'GET',
    'POST',
    'POST',
    'HEAD',
    'PUT',
    'DELETE',
    'TRACE',
    'OPTIONS',
    'PATCH',
    'CONNECT',
  ],
  ...['PROPFIND', 'QUERY', 'M-SEARCH', 'SUBSCRIBE'],
];
const body = '{"query":"{ __typename }"}';

const requests = fc
  .record({
    method: fc.constantFrom(...methods),
    target: fc
      .tuple(fc.constantFrom(...prefixes), fc.constantFrom(...paths))
      .map((parts) => parts.join('') || '/'),
    host: fc.oneof(
      { arbitrary: fc.constantFrom(...oddHosts), weight: 3 },
      fc.constantFrom(...usableHosts),
      fc.string({ unit: fc.constantFrom(...Array.from('[]:.%-_xn019af@/\\')), maxLength: 12 }),
    ),
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
    hostCount: fc.constantFrom(1, 1, 1, 1, 0, 2),
    origin: fc.constantFrom('', 'Origin: https://elsewhere.example\r\n'),
  })
  .map(({ method, target, host, version, hostCount, origin }) => {
    const hosts = `Host: ${host}\r\n`.repeat(hostCount);
    const head = `${method} ${target} HTTP/${version}\r\n${hosts}${origin}Content-Type: application/json\r\n`;
    const length = method === 'POST' ? body.length : 0;
    const end = `Sec-Fetch-Site: same-origin\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    return head + end + (length > 0 ? body : '');
  });

/** Traces of a stack, and of the parser's own error. */
const internals = /\n\s+at |\\n\s+at |TypeError|RangeError|ERR_/;

/** Sends drawn requests, eight at once: each gets a response that shows nothing internal. */
async function attack(url: string, runs: number): Promise<ReadonlySet<number>> {
  const port = Number(new URL(url).port);
  const seen = new Set<number>();
  const property = fc.asyncProperty(
    fc.array(requests, { minLength: 8, maxLength: 8 }),
    async (drawn) => {
      const responses = await Promise.all(drawn.map((request) => exchange(port, request)));
      for (const [index, { status, headers, body: text }] of responses.entries()) {
        seen.add(status);
        expect([status, text], drawn[index]).toEqual([
          expect.any(Number),
          expect.not.stringMatching(internals),
        ]);
        expect(status, drawn[index]).toBeGreaterThanOrEqual(200);
        expect(status, drawn[index]).toBeLessThan(500);
        if (status === 405) expect(headers['allow'], drawn[index]).toMatch(/^[A-Z, ]+$/);
      }
    },
  );
  await fc.assert(property, bounded(runs));
  return seen;
}

const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe.each(processCounts)('with %j', (settings) => {
  let command: Command;
  let stop: () => void;
  beforeAll(async () => {
    command = await startCommand({ METRICS_PORT: '0', ...settings }, (end) => (stop = end));
  });
  afterAll(() => stop());

  const metricsUrl = (): string =>
    /"metricsUrl":"(http:[^"]+)\/metrics"/.exec(command.output())?.[1] ?? '';
  const send = (request: string, url = command.url) => exchange(Number(new URL(url).port), request);

  it(`whatever an address is, it gets a response without anything internal, and the next one is served (seed ${seed})`, async () => {
    for (const [url, runs] of [[command.url, 150] as const, [metricsUrl(), 50] as const]) {
      const seen = await attack(url, runs);
      expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
      expect((await send(live, url)).status).toBe(200);
    }
    expect(command.output()).not.toMatch(/"level":"error"/);
    expect(command.output()).not.toMatch(internals);
  });

  it('an address that cannot be used is 400 everywhere, with the reason', async () => {
    const read = async (start: string, host: string): Promise<string> => {
      const response = await send(
        `${start} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      return `${response.status} ${response.body}`;
    };
    const every = words(
      '/graphql /health/live /health/ready /metrics /mcp / /dashboard/session /x',
    );
    for (const path of every) {
      expect(await read(`GET ${path}`, 'a:99999')).toBe(
        '400 Bad request: the Host header is "a:99999", and must be a host name or an address.\n',
      );
      expect(await read(`GET http://[${path}`, 'a')).toBe(
        '400 Bad request: the target must be a path that begins with a slash, or an http URL without user info.\n',
      );
      expect(await read(`GET ${path}`, 'a\r\nHost: b')).toBe(
        '400 Bad request: there are several Host headers: send one.\n',
      );
    }
  });

  it('an address that only reports refuses methods that write, with Allow', async () => {
    const health = ['/health/live', '/health/ready'];
    const reports = [...health.map((path) => command.url + path), `${metricsUrl()}/metrics`];
    for (const report of [...reports, ...health.map((path) => metricsUrl() + path)]) {
      const { pathname } = new URL(report);
      const ask = (method: string) => {
        const head = `${method} ${pathname} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
        return send(head, report);
      };
      for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'PATCH']) {
        const { status, headers } = await ask(method);
        expect([status, headers['allow']], `${method} ${report}`).toEqual([
          405,
          'GET, HEAD, OPTIONS',
        ]);
      }
      for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await ask(method)).status).toBe(200);
    }
  });
});
