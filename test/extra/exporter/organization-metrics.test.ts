import { describe, expect, it } from 'vitest';
import { withPagination } from '../../fault/connections.js';
import { credentials } from '../../rig/credential.js';
import { editedBy, silence, status } from '../../rig/response.js';
import { readAll, readRecord, type RestRecord } from '../../system/rest.js';
import { everything, startSystem } from '../../system/test-system.js';
import { readExposition, type Series, valueOf } from './exposition-reader.js';
import { bearer, mine, on, open, path, successes } from './scraped.js';

const openMetrics = {
  ...bearer(mine),
  accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
};

const namesOf = (series: readonly Series[]): readonly string[] => [
  ...new Set(series.map(({ name }) => name)),
];
const screensWith = (series: readonly Series[], metric: string) =>
  series.filter(({ name }) => name === metric).map(({ labels }) => labels['screen_id']);
const allRead = { organization: 1, screens: 1, playlists: 1, media: 1 };

describe('the metrics of an organization', () => {
  it('are what the lists of the Partner API say, in 17 requests', async () => {
    const { facade, simulator } = await startSystem({ size: { screens: 1000 } }, { settings: on });
    const response = await facade.fetch(
      new Request(`http://facade.test${path}`, { headers: bearer(everything) }),
    );
    expect(simulator.requests).toHaveLength(17);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const series = readExposition(await response.text());
    const [organization, screens, playlists, media] = await Promise.all([
      readRecord(simulator, '/organization'),
      readAll(simulator, '/screens'),
      readAll(simulator, '/playlists'),
      readAll(simulator, '/media'),
    ]);
    // The contract's shape.
    const isOn = ({ availability }: RestRecord): boolean =>
      (availability as { isOnNow: boolean }).isOnNow;
    const isDark = (screen: RestRecord): boolean => isOn(screen) && screen['status'] === 'offline';
    const count = (list: readonly RestRecord[], status: string): number =>
      list.filter((record) => record['status'] === status.toLowerCase()).length;
    const figures = series.filter(({ labels }) => labels['screen_id'] === undefined);
    expect(
      figures.map(({ name, labels, value }) => [name, ...Object.values(labels), value]),
    ).toEqual([
      ...Object.keys(allRead).map((name) => ['signage_collector_success', name, 1]),
      ['signage_scrape_upstream_requests', 17],
      ...['screens', 'playlists', 'media'].map((name) => ['signage_unreadable_records', name, 0]),
      ['signage_organization_info', organization['id'], organization['name'], 1],
      ...['ONLINE', 'OFFLINE', 'UNPAIRED'].map((name) => [
        'signage_screens',
        name,
        count(screens, name),
      ]),
      ['signage_screens_scheduled_on', screens.filter(isOn).length],
      ['signage_screens_offline_while_scheduled_on', screens.filter(isDark).length],
      ['signage_screen_series_omitted', 0],
      ['signage_playlists', playlists.length],
      ['signage_playlists_empty', playlists.filter(({ itemCount }) => itemCount === 0).length],
      ...['PROCESSING', 'READY', 'FAILED'].map((name) => [
        'signage_media',
        name,
        count(media, name),
      ]),
      [
        'signage_media_bytes',
        media.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes ?? 0), 0),
      ],
    ]);
    const each = (metric: string): readonly unknown[] =>
      series
        .filter(({ name }) => name === metric)
        .map(({ labels, value }) => [...Object.values(labels), value]);
    expect(each('signage_screen_info')).toEqual(screens.map(({ id, name }) => [id, name, 1]));
    expect(each('signage_screen_scheduled_on')).toEqual(
      screens.map((screen) => [screen['id'], Number(isOn(screen))]),
    );
    const paired = screens.filter(({ status }) => status !== 'unpaired');
    expect(each('signage_screen_online')).toEqual(
      paired.map(({ id, status }) => [id, Number(status === 'online')]),
    );
  });

  it('are those of ten scrapes at once for the cost of one, each with what it has sent', async () => {
    const { upstream, scrape } = await open();
    const each = await Promise.all(Array.from({ length: 10 }, () => scrape()));
    expect(upstream.requests).toHaveLength(4);
    const sent = each.map((series) => valueOf(series, 'signage_scrape_upstream_requests'));
    expect(sent.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
    expect(each.map(successes)).toEqual(each.map(() => allRead));
  });

  it('share no scrape between two credentials, which may be of two organizations', async () => {
    const { upstream, scrape } = await open();
    const [alpha, beta] = await Promise.all([scrape(), scrape(credentials.beta.everything)]);
    expect(upstream.requests).toHaveLength(8);
    expect(JSON.stringify(alpha)).not.toContain('stamp:beta');
    expect(JSON.stringify(beta)).not.toContain('stamp:alpha');
  });

  it('are read and reported by the collectors that collect[] names, and by no other', async () => {
    const { upstream, scrape } = await open();
    const media = await scrape(mine, '?collect[]=media&collect%5B%5D=organization&collect[]=media');
    expect(successes(media)).toEqual({ organization: 1, media: 1 });
    expect(upstream.requests).toHaveLength(2);
    expect([upstream.count('partnerV1_media'), upstream.count('partnerV1_organization')]).toEqual([
      1, 1,
    ]);
    expect(namesOf(media).filter((name) => /screen|playlist/.test(name))).toEqual([]);
  });

  it('of a collector that cannot be read whole are missing, and none of an earlier scrape are there', async () => {
    const { upstream, scrape } = await open(
      { MAX_UPSTREAM_REQUESTS: '7', UPSTREAM_TIMEOUT_MS: '500' },
      { sizes: { screens: 250 } },
    );
    expect(successes(await scrape())).toEqual(allRead);
    const faults = [
      status(403),
      status(404),
      status(500),
      silence,
      editedBy(() => ({ data: 1 })),
      status(429),
    ];
    for (const [index, fault] of faults.entries()) {
      upstream.on({ operation: 'partnerV1_screens', nth: 2 }, fault);
      const series = await scrape();
      expect([index, successes(series)]).toEqual([index, { ...allRead, screens: 0 }]);
      expect(namesOf(series).filter((name) => name.startsWith('signage_screen'))).toEqual([]);
    }
  });

  it('of a list whose pages contradict each other are missing, and are there again with the next scrape', async () => {
    const { upstream, scrape } = await open(
      {},
      { sizes: { screens: 150, media: 5, playlists: 2 } },
    );
    const shifted = editedBy((body) => withPagination(body, { total: 149 }));
    upstream.on({ operation: 'partnerV1_screens', nth: 2 }, shifted);
    const series = await scrape();
    expect(successes(series)).toEqual({ ...allRead, screens: 0 });
    expect(namesOf(series).filter((name) => name.startsWith('signage_screen'))).toEqual([]);
    expect(successes(await scrape())).toEqual(allRead);
  });

  it('of a list above the budget are missing, and cost nothing beyond its first page', async () => {
    const { upstream, scrape } = await open(
      { MAX_UPSTREAM_REQUESTS: '8' },
      { sizes: { screens: 1001 } },
    );
    expect(successes(await scrape())).toEqual({ ...allRead, screens: 0 });
    expect(upstream.requests).toHaveLength(4);
  });

  it('are those that the scopes allow', async () => {
    const { scrape } = await open();
    expect(successes(await scrape(credentials.alpha.media))).toEqual({
      organization: 1,
      screens: 0,
      playlists: 0,
      media: 1,
    });
  });

  it('leave out records that break the contract, count them, and show what they do not know', async () => {
    const { upstream, scrape } = await open();
    const [first, second, third] = upstream.organizations.alpha.screens;
    Object.assign(first ?? {}, { status: 'asleep' });
    Object.assign(second ?? {}, { itemCount: 'many' });
    Object.assign(third ?? {}, { status: 'unpaired' });
    const series = await scrape();
    expect(
      series
        .filter(({ name }) => name === 'signage_screens')
        .map(({ labels, value }) => [labels['status'], value]),
    ).toEqual([
      ['ONLINE', 2],
      ['OFFLINE', 0],
      ['UNPAIRED', 1],
      ['UNRECOGNIZED', 1],
    ]);
    expect(valueOf(series, 'signage_unreadable_records', { collector: 'screens' })).toBe(1);
    expect(valueOf(series, 'signage_screens_scheduled_on')).toBe(4);
    expect(screensWith(series, 'signage_screen_info')).toEqual(['s1', 's3', 's4', 's5']);
    expect(screensWith(series, 'signage_screen_online')).toEqual(['s4', 's5']);
  });

  it('have series of their own for the first screens of the list alone', async () => {
    const { scrape } = await open({ ORGANIZATION_METRICS_MAX_SCREENS: '2' });
    const series = await scrape();
    expect(screensWith(series, 'signage_screen_info')).toEqual(['s1', 's2']);
    expect(valueOf(series, 'signage_screen_series_omitted')).toBe(3);
    expect(valueOf(series, 'signage_screens', { status: 'ONLINE' })).toBe(5);
  });

  it('of 15,000 screens cost the requests of a query of that list, and are printed in slices', async () => {
    const settings = { ...on, MAX_PAGE_SIZE: '15000', ORGANIZATION_METRICS_MAX_SCREENS: '15000' };
    const { facade, simulator } = await startSystem({ size: { screens: 15_000 } }, { settings });
    const query =
      '{ screens(first: 15000) { totalCount nodes { id name status availability { isOnNow } } } }';
    const { data } = await facade.run({ query, credential: everything });
    expect(data).toMatchObject({ screens: { totalCount: 15_000 } });
    const ofQuery = simulator.requests.length;
    expect(ofQuery).toBe(150);
    simulator.clearRequests();
    const address = `http://facade.test${path}?collect[]=screens`;
    const { body } = await facade.fetch(new Request(address, { headers: bearer(everything) }));
    const slices: number[] = [];
    for await (const slice of body ?? []) slices.push(slice.byteLength);
    expect(simulator.requests).toHaveLength(ofQuery);
    expect(slices.length).toBeGreaterThan(30);
    // 64 KB, and the sample that exceeds them.
    expect(Math.max(...slices)).toBeLessThan(70_000);
  });

  it('are OpenMetrics where Accept prefers it', async () => {
    const { get } = await open();
    const response = await get(mine, '', { headers: openMetrics });
    expect(response.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    expect(response.headers.get('vary')).toContain('Accept');
    const text = await response.text();
    expect(text).toContain('# TYPE signage_organization info\nsignage_organization_info{');
    expect(valueOf(readExposition(text, true), 'signage_screens', { status: 'ONLINE' })).toBe(5);
    const plain = await get(mine, '', {
      headers: { ...openMetrics, accept: 'application/openmetrics-text;q=0.1, */*' },
    });
    expect(plain.headers.get('content-type')).toContain('text/plain');
  });
});
