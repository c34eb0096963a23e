import { describe, expect, it, onTestFinished } from 'vitest';
import { read } from '../docs/markdown.js';
import { credentials } from '../rig/credential.js';
import { sumOf } from '../rig/metric.js';
import { nginx } from '../rig/nginx.js';
import { operationRequest } from '../rig/operation-request.js';
import {
  apache,
  caddy,
  haproxy,
  type Proxy,
  startProxy,
  varnish,
  whyMissing,
} from '../rig/proxy.js';
import { edited, held } from '../rig/response.js';
import { startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';

/** What makes each proxy compress all that it may. */
const proxies = [
  ['nginx', nginx, 'gzip on; gzip_types *; gzip_proxied any; gzip_min_length 0;'],
  ['Caddy', caddy, 'encode gzip'],
  ['HAProxy', haproxy, 'compression algo gzip'],
  ['Varnish', varnish, 'sub vcl_backend_response { set beresp.do_gzip = true; }'],
  ['Apache', apache, 'SetOutputFilter DEFLATE'],
] as const satisfies readonly (readonly [name: string, proxy: Proxy, gzip: string])[];

const live = 'subscription { live(everySeconds: 1) { organization { name } } }';
const liveTypes = ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'];
/** Of one kind, as Caddy may lose the first event of some. */
const subscribers = 10;

/** Caddy compresses a response whose first write has 512 bytes. */
const long = 'name '.repeat(200);

const revision = 'playbackConfiguration { revision }';
const incremental = `{
  a: screen(id: "s1") { id ... @defer { ${revision} } }
  b: screen(id: "s2") { id ... @defer { ${revision} } }
}`;
const formats = ['deferSpec=20220824', 'incrementalSpec=v0.2'];
const partTypes = formats.flatMap((format) =>
  ['multipart/mixed', 'text/event-stream'].map((type) => `${type};${format}`),
);

const separators = /\n\n|\r\n--(?:graphql|-)/;

/** A response in parts at the address of a proxy. */
async function open(url: string, accept: string, query: string) {
  const controller = new AbortController();
  const headers = { accept, 'accept-encoding': 'gzip' };
  const request = operationRequest(query, {
    url,
    credential: credentials.alpha.everything,
    headers,
  });
  const response = await fetch(request, { signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const whole = (): string[] => text.split(separators).slice(0, -1);
  const parts = (): string[] => whole().filter((part) => part.includes('"data":'));
  return {
    /** Reads until so many parts have come whole. */
    async read(count: number) {
      while (parts().length < count) {
        const read = await reader?.read();
        if (read?.done !== false) throw new Error(`The response has ended: ${text}`);
        text += read.value;
      }
      // Before a first one is the comment that begins a stream of events.
      const signs = whole().filter((part, index) => index > 0 && /^:$|\{\}$/.test(part)).length;
      return { accept, parts: parts().length, signs, hasErrors: text.includes('"errors"') };
    },
    leave: () => controller.abort(),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/**
 * Nothing has been written after the part that would have pushed it out: no other part, and no sign
 * of life.
 */
async function expectParts(opened: readonly Opened[], parts: number): Promise<void> {
  const read = await Promise.all(opened.map((each) => each.read(parts)));
  expect(read).toEqual(read.map(({ accept }) => ({ accept, parts, signs: 0, hasErrors: false })));
}

async function start(settings: Readonly<Record<string, string>> = {}) {
  const { upstream, facade, listen } = await startRig({
    settings: { LIVE_MIN_SECONDS: '1', ...settings },
  });
  const gates = ['s1', 's2'].map((id) => {
    const { respond, release } = held();
    upstream.on({ operation: 'partnerV1_screenConfiguration', id }, respond);
    return release;
  });
  onTestFinished(() => gates.forEach((release) => release()));
  let number = 0;
  const change = (): void => {
    number += 1;
    upstream.on({ operation: 'partnerV1_organization' }, edited('data.name', `${number} ${long}`));
  };
  change();
  const streams = (): Promise<number> => sumOf(facade, 'live_streams');
  return { url: await listen(), gates, change, streams, inFlight: upstream.inFlight };
}

describe.each(proxies)('%s', (_name, proxy, gzip) => {
  const missing = whyMissing(proxy);
  const why = missing === undefined ? '' : ` (SKIPPED: ${missing})`;
  const codings = [
    ['as it is by default', ''],
    ['with gzip for all', gzip],
  ] as const;

  it.skipIf(missing).each(codings)(
    `passes on each part of @defer when it comes, %s${why}`,
    async (_how, more) => {
      const { url, gates } = await start();
      const proxied = await startProxy(proxy, url, more);
      const opened = await Promise.all(
        partTypes.map((accept) => open(proxied, accept, incremental)),
      );
      await expectParts(opened, 1);
      for (const [index, release] of gates.entries()) {
        release();
        await expectParts(opened, index + 2);
      }
    },
  );

  it.skipIf(missing).each(codings)(
    `passes on each event when it happens, %s${why}`,
    async (_how, more) => {
      const { url, change, streams } = await start();
      const proxied = await startProxy(proxy, url, more);
      const accepted = liveTypes.flatMap((type) => Array.from({ length: subscribers }, () => type));
      // The others get a result that is there, in one write with the beginning of the response.
      const first = await open(url, 'text/event-stream', live);
      await expectParts([first], 1);
      const others = await Promise.all(accepted.map((accept) => open(proxied, accept, live)));
      const opened = [first, ...others];
      onTestFinished(() => opened.forEach(({ leave }) => leave()));
      for (const event of [1, 2]) {
        await expectParts(opened, event);
        change();
      }
      opened.forEach(({ leave }) => leave());
      // Some proxies notice by the second event that they cannot pass on.
      await until('the clients have left', async () => {
        change();
        return (await streams()) === 0;
      });
    },
  );
});

/** What makes those that can pass on at once that a client has left. */
const leaving = [
  ['nginx', nginx, ''],
  ['Caddy', caddy, ''],
  ['HAProxy', haproxy, 'option abortonclose'],
  [
    'Varnish',
    varnish,
    'sub vcl_recv { if (req.http.Accept ~ "text/event-stream|multipart/mixed") { return (pipe); } }',
  ],
] as const satisfies readonly (readonly [name: string, proxy: Proxy, more: string])[];

describe.each(leaving)('%s', (_name, proxy, more) => {
  const missing = whyMissing(proxy);
  const why = missing === undefined ? '' : ` (SKIPPED: ${missing})`;

  it.skipIf(missing)(
    `passes on that a client has left: its REST requests are aborted${why}`,
    async () => {
      // Where the façade does not hear of it, nothing else ends the requests in time.
      const { url, inFlight } = await start({
        UPSTREAM_TIMEOUT_MS: '60000',
        OPERATION_TIMEOUT_MS: '60000',
      });
      const proxied = await startProxy(proxy, url, more);
      const opened = await Promise.all(
        partTypes.map((accept) => open(proxied, accept, incremental)),
      );
      await expectParts(opened, 1);
      expect(inFlight()).toBeGreaterThan(0);
      opened.forEach(({ leave }) => leave());
      await until('nothing is in flight', () => inFlight() === 0);
    },
  );
});

it('docs/operation.md has each line that the tests add for this', () => {
  // A table escapes its separator.
  const page = read('docs/operation.md').replaceAll(String.raw`\|`, '|');
  for (const [, , more] of leaving) expect(page).toContain(more);
});
