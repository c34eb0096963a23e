import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printExposition, toLabelValue } from '../../../src/extra/exporter/organization-metrics.js';
import { listenForMetrics } from '../../../src/http/listener.js';
import { credentials, stranger } from '../../rig/credential.js';
import { openFacade } from '../../rig/open.js';
import { later, status } from '../../rig/response.js';
import { readExposition, valueOf } from '../../extra/exporter/exposition-reader.js';
import { bearer, mine, on, open, path } from '../../extra/exporter/scraped.js';

describe('text of the Partner API in a label', () => {
  it('can end neither its value nor its line, and is cut at 200 code points', () => {
    const marks = fc.constantFrom(...Array.from('"\\\n\r\0{},=#n😀\u2028'), '\ud800');
    const hostile = fc.string({ unit: marks });
    const name = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 600 }));
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 4 }),
        fc.constantFrom('text/plain', 'application/openmetrics-text'),
        (names, type) => {
          const samples = names.map(
            (text, index) => [index, { id: String(index), name: toLabelValue(text) }] as const,
          );
          const families = [['a', 'A.', samples] as const];
          const text = [...printExposition(families, type)].join('');
          const read = readExposition(text, type !== 'text/plain');
          const expected = names.map((each) =>
            [...each]
              .slice(0, 200)
              .join('')
              .replace(/\p{Surrogate}|\0/gu, '\ufffd'),
          );
          expect(read.map(({ labels }) => labels['name'])).toEqual(expected);
        },
      ),
    );
  });

  it('is scrubbed of an echoed credential, and makes no series twice', async () => {
    const { upstream, scrape } = await open();
    const credential = mine;
    const [first, second, third] = upstream.organizations.alpha.screens;
    Object.assign(first ?? {}, { name: `My "${credential}"\n` });
    Object.assign(second ?? {}, { id: `${'x'.repeat(300)}1`, name: 'the first' });
    Object.assign(third ?? {}, { id: `${'x'.repeat(300)}2` });
    const series = await scrape();
    expect(valueOf(series, 'signage_screen_info', { screen_name: 'My "[credential]"\n' })).toBe(1);
    expect(valueOf(series, 'signage_screen_info', { screen_name: 'the first' })).toBe(1);
    expect(valueOf(series, 'signage_screen_series_omitted')).toBe(1);
  });
});

describe('a scrape is refused', () => {
  it('with 401 without a credential, with a malformed one, and with one that the Partner API refuses', async () => {
    const { upstream, get } = await open();
    const malformed = await get(null, '', { headers: { authorization: 'Basic YQ==' } });
    for (const response of [await get(null), malformed, await get(stranger)])
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    upstream.on({ operation: 'partnerV1_media' }, status(401));
    const response = await get();
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining('UNAUTHENTICATED'),
    ]);
  });

  it('with 400 for an unknown collector, which the message names without a credential', async () => {
    const { upstream, get } = await open();
    const credential = mine;
    for (const name of ['screen', '', '__proto__', credential]) {
      const response = await get(credential, `?collect[]=media&collect[]=${name}`);
      const text = await response.text();
      expect([response.status, text]).toEqual([
        400,
        expect.stringContaining('organization, screens, playlists, media'),
      ]);
      expect(text).not.toContain(credential);
    }
    expect(upstream.requests).toEqual([]);
  });

  it('with 404 where it is off or on METRICS_PORT, and with 405 for another method', async () => {
    const statusOf = async (settings: Readonly<Record<string, string>>, init: RequestInit = {}) =>
      (await (await open(settings)).get(mine, '', init)).status;
    expect(await statusOf({ ORGANIZATION_METRICS: 'false' })).toBe(404);
    expect(await statusOf({ ORGANIZATION_METRICS: '' })).toBe(404);
    const { facade, get } = await open({ METRICS_PORT: '0' });
    expect((await get()).status).toBe(200);
    const metrics = await listenForMetrics(facade);
    onTestFinished(() => metrics?.close());
    expect((await fetch(`${metrics?.url ?? ''}${path}`, { headers: bearer(mine) })).status).toBe(
      404,
    );
    for (const method of ['POST', 'OPTIONS', 'DELETE'])
      expect(await statusOf({}, { method })).toBe(405);
    expect(await statusOf({}, { method: 'HEAD' })).toBe(200);
  });

  it('with 426 without HTTPS in production', async () => {
    const settings = { ...on, NODE_ENV: 'production' };
    const facade = openFacade({ partnerApiUrl: 'https://127.0.0.1:9', settings });
    const ask = (scheme: string) => facade.fetch(new Request(`${scheme}://facade.test${path}`));
    expect([(await ask('http')).status, (await ask('https')).status]).toEqual([426, 401]);
  });

  it('with 503 where no place is free', async () => {
    const { upstream, get } = await open({ MAX_OPERATIONS: '1' });
    upstream.on({}, later(200));
    const [first, second] = await Promise.all([get(), get(credentials.beta.everything)]);
    expect([first.status, second.status]).toEqual([200, 503]);
    expect(second.headers.get('retry-after')).toBe('1');
  });
});
