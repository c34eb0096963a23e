import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, editedBy, text } from '../rig/answer.js';
import { zones } from '../rig/configuration.js';
import { at, isObject, type Json, type JsonObject } from '../rig/json.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';

/** The second media of a list of five, with one field as the upstream sends it: raw JSON in place of the value. */
async function askMedia(field: string, rawJson: string) {
  const rig = await startRig();
  rig.upstream.on({ operation: 'partnerV1_media' }, (exchange) => {
    const marked = exchange.truth();
    const body = JSON.stringify(marked.body).replace(
      new RegExp(`("id":"m2".*?"${field}":)(?:"[^"]*"|[^,}]*)`),
      (_whole, start: string) => start + rawJson,
    );
    return text(body)(exchange);
  });
  return rig.ask(`{ media(first: 5) { nodes { id ${field} } } intact: organization { name } }`);
}

describe('numbers', () => {
  it.each([
    ['5e9', 5_000_000_000],
    ['9007199254740992', 2 ** 53],
    ['0', 0],
    ['12.75', 12.75],
    ['-1', -1],
    ['1e300', 1e300],
    ['0.1', 0.1],
  ])('B23: sizeBytes %s is exact', async (raw, value) => {
    const answer = await askMedia('sizeBytes', raw);
    expectIntact(answer);
    expect(dataAt(answer, 'media.nodes.1.sizeBytes')).toBe(value);
  });

  it.each(['1e400', '-1e400', '"12"', 'true', '[]', '{}'])(
    'B23: sizeBytes %s costs its item',
    async (raw) => {
      const answer = await askMedia('sizeBytes', raw);
      expect(errorsOf(answer)).toMatchObject([
        {
          path: 'media.nodes.1',
          code: 'UPSTREAM_INVALID_RESPONSE',
          operation: 'partnerV1_media',
          status: 200,
        },
      ]);
      expect(answer.body.errors?.[0]?.message).toContain('sizeBytes');
      expect(answer.body.errors?.[0]?.message).not.toMatch(/Int|Float|represent/);
      expect(dataAt(answer, 'media.nodes.1')).toBeNull();
      expect(dataAt(answer, 'media.nodes.2.sizeBytes')).toBe(12345);
      expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    },
  );

  it.each([
    ['partnerV1_screens', 'screens', 'itemCount'],
    ['partnerV1_playlists', 'playlists', 'itemCount'],
    ['partnerV1_playlistItems', 'playlist.items', 'position'],
  ] as const)('B23: %s: a count that is no Int costs its item', async (operation, place, field) => {
    const { ask, upstream } = await startRig();
    const select = `(first: 3) { nodes { ${field} } }`;
    const query =
      place === 'playlist.items' ? `{ playlist(id: "p1") { items${select} } }` : `{ ${place}${select} }`;
    for (const value of [1.5, 2 ** 31, 5e9, -(2 ** 31) - 1, '7']) {
      upstream.on({ operation }, edited(`data.1.${field}`, value));
      const answer = await ask(query);
      expect(errorsOf(answer)).toMatchObject([
        { path: `${place}.nodes.1`, code: 'UPSTREAM_INVALID_RESPONSE' },
      ]);
      expect(answer.body.errors?.[0]?.message).toContain(field);
      expect(dataAt(answer, `${place}.nodes.2.${field}`)).toEqual(expect.any(Number));
    }
    for (const value of [0, -1, 2 ** 31 - 1]) {
      upstream.on({ operation }, edited(`data.1.${field}`, value));
      const answer = await ask(query);
      expectIntact(answer);
      expect(dataAt(answer, `${place}.nodes.1.${field}`)).toBe(value);
    }
  });

  it.each([
    ['screen(id: "s1") { totalDurationSeconds }', 'partnerV1_screen', 'totalDurationSeconds', 0.1],
    ['screen(id: "s1") { viewport { width } }', 'partnerV1_screen', 'viewport.width', 1920.0625],
    ['screen(id: "s1") { viewport { width } }', 'partnerV1_screen', 'viewport.width', 3e9],
    ['mediaItem(id: "m1") { defaultDurationSeconds }', 'partnerV1_mediaItem', 'defaultDurationSeconds', 1e-7],
    ['mediaItem(id: "m1") { height }', 'partnerV1_mediaItem', 'height', 0.333_333_333_333_333_3],
    [
      'playbackConfiguration(screenId: "s1") { items { durationSeconds } }',
      'partnerV1_screenConfiguration',
      'items.0.durationSeconds',
      3_600.001,
    ],
    [
      'playbackConfiguration(screenId: "s1") { items { layout { panels { x } } } }',
      'partnerV1_screenConfiguration',
      'items.1.layout.panels.0.x',
      0.1,
    ],
    [
      'playbackConfiguration(screenId: "s1") { items { layout { presentation { gapViewportHeightRatio } } } }',
      'partnerV1_screenConfiguration',
      'items.1.layout.presentation.gapViewportHeightRatio',
      5e-324,
    ],
  ] as const)('B24: %s of %s, %s: %d is kept exactly', async (field, operation, place, value) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation }, edited(`data.${place}`, value));
    const answer = await ask(`{ faulty: ${field} }`);
    expectIntact(answer);
    expect(dataAt(answer, `faulty.${place}`)).toBe(value);
  });
});

describe('times', () => {
  it.each([
    '2026-11-20T09:30:00Z',
    '2026-11-20T09:30:00+05:45',
    '2026-11-20T09:30:00-0800',
    '2026-11-20T09:30:00.123456789Z',
    '2026-11-20t09:30:00z',
    '2026-02-30T25:61:61Z',
    '2026-11-20T09:30Z',
    '2026-11-20',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:60Z',
  ])('B25: the timestamp %s is passed on byte for byte', async (value) => {
    const answer = await askMedia('createdAt', JSON.stringify(value));
    expectIntact(answer);
    expect(dataAt(answer, 'media.nodes.1.createdAt')).toBe(value);
  });

  it.each([
    '"yesterday"',
    '""',
    '1763631000',
    '"1763631000"',
    '"20 Nov 2026"',
    '"2026-11-20T09:30:00Z\\n"',
    '" 2026-11-20T09:30:00Z"',
    '"2026-1-2T03:04:05Z"',
  ])('B25: %s is no timestamp, and costs its item', async (raw) => {
    const answer = await askMedia('createdAt', raw);
    expect(errorsOf(answer)).toMatchObject([{ path: 'media.nodes.1', code: 'UPSTREAM_INVALID_RESPONSE' }]);
    expect(dataAt(answer, 'media.nodes.0.createdAt')).toBe('2026-01-02T03:04:05Z');
  });

  const windows = 'availability { mode weekly { start end } special { startDate endDate start end } }';

  it.each<[string, Readonly<Record<string, Json>>, JsonObject]>([
    ['24:00', { 'weekly.0.end': '24:00' }, { 'weekly.0.end': '24:00' }],
    [
      'an end before the start',
      { 'weekly.0.start': '18:00', 'weekly.0.end': '06:00' },
      { 'weekly.0.start': '18:00', 'weekly.0.end': '06:00' },
    ],
    [
      'an end day before the start',
      { 'special.startDate': '2026-12-31', 'special.endDate': '2026-01-01' },
      { 'special.startDate': '2026-12-31' },
    ],
    ['weekly mode with no windows', { mode: 'weekly', weekly: [] }, { mode: 'WEEKLY', weekly: [] }],
    ['weekly mode with null', { mode: 'weekly', weekly: null }, { mode: 'WEEKLY', weekly: null }],
    ['special mode without a window', { mode: 'special', special: null }, { mode: 'SPECIAL', special: null }],
    ['99:99', { 'weekly.0.start': '99:99' }, { 'weekly.0.start': '99:99' }],
    ['a day that is not', { 'special.startDate': '2026-02-30' }, { 'special.startDate': '2026-02-30' }],
  ])('B26: %s is passed on as it is', async (_what, changes, expected) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_screen' }, changed(changes, 'data.availability.'));
    const answer = await ask(`{ screen(id: "s1") { ${windows} } }`);
    expectIntact(answer);
    for (const [place, value] of Object.entries(expected))
      expect(dataAt(answer, `screen.availability.${place}`)).toEqual(value);
  });

  it.each(['9:5', '09:5', '9:05', '09:05:00', 'noon', '', 905])(
    'B26: a time of %j costs its item',
    async (value) => {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: 'partnerV1_screens' }, edited('data.1.availability.weekly.0.start', value));
      const answer = await ask(`{ screens(first: 3) { nodes { id ${windows} } } }`);
      expect(errorsOf(answer)).toMatchObject([
        { path: 'screens.nodes.1', code: 'UPSTREAM_INVALID_RESPONSE' },
      ]);
      expect(dataAt(answer, 'screens.nodes.2.availability.weekly.0.start')).toBe('08:00');
    },
  );
});

const changed = (changes: Readonly<Record<string, Json>>, prefix: string) =>
  editedBy((body) => {
    let result = body;
    for (const [place, value] of Object.entries(changes)) result = putAt(result, prefix + place, value);
    return result;
  });

function putAt(root: Json, path: string, value: Json): Json {
  const [step = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : putAt((at(root, step) ?? {}) as Json, rest.join('.'), value);
  if (Array.isArray(root)) return root.map((old: Json, index) => (index === Number(step) ? next : old));
  return { ...(isObject(root) ? root : {}), [step]: next };
}

describe('addresses', () => {
  const anyUrl = fc.oneof(
    fc.constantFrom(
      'https://cdn.example/a b?x=%2f%2F&y=%zz',
      'https://cdn.example/ünï/漢字?q=𝄞',
      'HTTPS://CDN.EXAMPLE:443/../a/./b//c',
      's3://bucket/key',
      'not an address',
      '//cdn.example',
      '',
      ` \t${'x'.repeat(8192)} `,
      'javascript:alert(1)',
      'https://user:pw@cdn.example/',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }).map((end) => `https://cdn.example/${end}`),
  );

  it('B28: come through byte for byte, whatever they are made of', async () => {
    const { ask, upstream } = await startRig();
    await fc.assert(
      fc.asyncProperty(anyUrl, anyUrl, async (url, thumbnailUrl) => {
        upstream.on({ operation: 'partnerV1_mediaItem' }, changed({ url, thumbnailUrl }, 'data.'));
        upstream.on({ operation: 'partnerV1_screenConfiguration' }, edited('data.items.0.url', url));
        const answer = await ask(
          '{ mediaItem(id: "m1") { url thumbnailUrl } playbackConfiguration(screenId: "s1") { items { url } } }',
        );
        expect(dataAt(answer, 'mediaItem')).toEqual({ url, thumbnailUrl });
        expect(dataAt(answer, 'playbackConfiguration.items.0.url')).toBe(url);
      }),
      { numRuns: 60 },
    );
  });
});

describe('unusual JSON', () => {
  it('B9: of duplicate keys the last one counts', async () => {
    const { ask, upstream } = await startRig();
    const times = '"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"';
    upstream.on(
      { operation: 'partnerV1_organization' },
      text(`{"data":null,"data":{"id":"a","name":5,"name":"first","name":"last",${times}}}`),
    );
    const answer = await ask('{ organization { id name } }');
    expect(answer.body).toMatchObject({ data: { organization: { id: 'a', name: 'last' } } });
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    'B10: %s is an id and a value like any other',
    async (id) => {
      const { ask, upstream } = await startRig();
      upstream.organizations.alpha.media.push({ ...upstream.organizations.alpha.media[0], id, name: id });
      upstream.organizations.alpha.screens.push({
        ...upstream.organizations.alpha.screens[0],
        id,
        description: id,
      });
      upstream.on({ operation: 'partnerV1_screenConfiguration' }, edited('data.items.0.mediaId', id));
      const answer = await ask(
        `query ($id: ID!) { mediaItem(id: $id) { id name } screen(id: $id) { id description }
          playbackConfiguration(screenId: $id) { screen { id } items { mediaId media { id } } }
          nodes(nodeIds: ["${Buffer.from(`Media:${id}`).toString('base64url')}"]) { ... on Media { id } } }`,
        { id },
      );
      expectIntact(answer);
      expect(answer.body.data).toMatchObject({
        mediaItem: { id, name: id },
        screen: { id, description: id },
        playbackConfiguration: { screen: { id }, items: [{ mediaId: id, media: { id } }, {}] },
        nodes: [{ id }],
      });
    },
  );

  it.each(['__proto__', 'constructor', 'prototype'])('B10: %s as a key is never assigned', async (key) => {
    const { ask, upstream } = await startRig();
    const evil = `"${key}":{"polluted":true,"name":"evil"}`;
    upstream.on({ operation: 'partnerV1_organization' }, (exchange) =>
      text(JSON.stringify(exchange.truth().body).replaceAll('{', `{${evil},`).replaceAll(',}', '}'))(
        exchange,
      ),
    );
    const answer = await ask('{ organization { name slug } }');
    expectIntact(answer);
    expect(dataAt(answer, 'organization.name')).toBe('Organization stamp:alpha');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('B10: details come without __proto__, and with their other members', async () => {
    const { ask, upstream } = await startRig();
    const details =
      '{"__proto__":{"polluted":true},"field":"name","inner":{"__proto__":{"polluted":true},"a":[1]},"constructor":{"prototype":{"polluted":true}}}';
    upstream.on({ operation: 'partnerV1_organization' }, (exchange) => {
      exchange.response.writeHead(400, { 'content-type': 'application/json' });
      exchange.response.end(`{"error":{"code":"c","message":"m","requestId":"r","details":${details}}}`);
    });
    const answer = await ask('{ organization { name } }');
    const told = answer.body.errors?.[0]?.extensions['details'];
    expect(told).toMatchObject({ field: 'name', inner: { a: [1] } });
    expect(JSON.stringify(told)).not.toContain('__proto__');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('layouts inside layouts', () => {
  const nested = (depth: number): JsonObject => {
    const slot = { slotId: `depth ${depth}`, type: 'app', durationSeconds: 1 };
    return depth === 0 ? slot : { ...slot, renderingMode: 'zones', layout: zones([nested(depth - 1)]) };
  };
  const select = (depth: number): string =>
    depth === 0 ? 'slotId' : `slotId layout { panels { items { ${select(depth - 1)} } } }`;
  const innermost = (depth: number): string =>
    `playbackConfiguration.items.0${'.layout.panels.0.items.0'.repeat(depth)}.slotId`;

  it.each([2, 3, 4, 5, 10])('B12: %d deep are answered where the depth allows the query', async (depth) => {
    const { ask, upstream } = await startRig({ settings: { MAX_QUERY_DEPTH: '60' } });
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, edited('data.items.0', nested(depth)));
    const answer = await ask(`{ playbackConfiguration(screenId: "s1") { items { ${select(depth)} } } }`);
    expectIntact(answer);
    expect(dataAt(answer, innermost(depth))).toBe('depth 0');
  });

  it.each([5, 6])('B12: by default a query may follow five of them (%d)', async (depth) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, edited('data.items.0', nested(6)));
    const answer = await ask(`{ playbackConfiguration(screenId: "s1") { items { ${select(depth)} } } }`);
    if (depth === 5) expect(dataAt(answer, innermost(5))).toBe('depth 1');
    else expect(errorsOf(answer)).toMatchObject([{ code: 'OPERATION_LIMIT_EXCEEDED' }]);
    expect(upstream.count()).toBe(depth === 5 ? 1 : 0);
  });

  it.each([50, 200])('B12: %d deep cost no error where less is asked for', async (depth) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, edited('data.items.0', nested(depth)));
    const answer = await ask(`{ playbackConfiguration(screenId: "s1") { items { ${select(5)} } } }`);
    expectIntact(answer);
    expect(dataAt(answer, innermost(5))).toBe(`depth ${depth - 5}`);
  });

  it('B12: 50,000 levels of brackets are a broken record, not a crash', async () => {
    const { ask, upstream } = await startRig();
    const deep = `${'{"layout":{"panels":[{"items":['.repeat(12_000)}1${']}]}}'.repeat(12_000)}`;
    upstream.on(
      { operation: 'partnerV1_screenConfiguration' },
      text(`{"data":{"items":[${deep}],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`),
    );
    const answer = await ask(
      '{ playbackConfiguration(screenId: "s1") { revision } intact: organization { name } }',
    );
    expect(errorsOf(answer)).toMatchObject([
      { path: 'playbackConfiguration', code: 'UPSTREAM_INVALID_RESPONSE' },
    ]);
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
  });
});
