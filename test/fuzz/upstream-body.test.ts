import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isList, isObject, type Json } from '../rig/json.js';
import { startRig } from '../rig/rig.js';
import { bounded, choices, type Draw, drawFrom, seed } from './draw.js';
import { faultsOfResponse } from './response-format.js';
import { createWorldFacade, post } from './world.js';

const zones =
  'layout { presentation { mediaFit backgroundColor gapViewportHeightRatio } panels { panelId x y width height items { slotId type media { id } } } }';
const item = `slotId type durationSeconds mediaId media { id name type status sizeBytes url } url width renderingMode ${zones}`;
const screen = `id name description status orientation viewport { width height } availability { mode timezone isOnNow weekly { day start end } special { startDate end } } itemCount totalDurationSeconds createdAt`;
const query = `{
  organization { id name slug createdAt }
  screens(first: 4) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${screen} playbackConfiguration { resolvedAt revision screen { id orientation screen { id } } availability { mode } items { ${item} } overlays { ${item} } } } } }
  playlists(last: 3) { nodes { id name items(first: 3) { totalCount nodes { slotId type position enabled media { id thumbnailUrl } } } } }
  media(page: 1) { nodes { id name sizeBytes defaultDurationSeconds } pageInfo { hasPreviousPage } }
  one: screen(id: "s2") { name }
  two: playlist(id: "p2") { name }
  three: mediaItem(id: "m2") { name }
}`;

/** A body with some of its values replaced, removed or repeated. */
function mutate(draw: Draw, body: Json): Json {
  let mutated = body;
  for (let times = 1 + draw.below(3); times > 0; times -= 1) mutated = mutateOnce(draw, mutated);
  return mutated;
}

function mutateOnce(draw: Draw, value: Json): Json {
  if (draw.once(8)) return draw.from(strange);
  if (isList(value)) {
    const at = draw.below(value.length);
    const item = value[at];
    if (item === undefined) return draw.from([[], [null], strange]);
    if (draw.once(6)) return [...value, item];
    return value.map((each, index) => (index === at ? mutateOnce(draw, each) : each));
  }
  if (!isObject(value)) return draw.from(strange);
  const names = Object.keys(value);
  const name = draw.from(['extra', ...names]);
  const { [name]: old = null, ...others } = value;
  return draw.once(6) ? others : { ...others, [name]: mutateOnce(draw, old) };
}

const strange: readonly Json[] = [
  ...[null, true, 0, -1, 0.5, 1e21, 2 ** 53],
  ...['', 'x', 'ONLINE', 'UNRECOGNIZED', 'online', '😀\u0000', '24:00'],
  ...[
    '2026-02-30',
    [],
    {},
    [[]],
    { data: [] },
    { id: '..' },
    { id: '' },
    's1',
    'm1',
    'y'.repeat(3000),
  ],
  JSON.parse('{"__proto__":{"polluted":1}}') as Json,
  { page: 1, limit: 100, total: 1e9, totalPages: 1e7 },
  { page: 0, limit: 0, total: -1, totalPages: 0.5 },
];

/** JSON text that is damaged as text. */
function damage(draw: Draw, text: string): string {
  const at = draw.below(text.length);
  return draw.from([
    text.slice(0, at),
    text.slice(0, at) + draw.from(['"', '}', ',', '\u0000', '1e999', '\\']) + text.slice(at + 1),
    text.replace(/"(\w+)":/, '"$1":7,"$1":'),
    '['.repeat(5000),
    `${text}${text}`,
  ]);
}

describe(`bodies of the Partner API (seed ${seed})`, () => {
  it('that are changed or damaged give a 200 with errors of known codes', async () => {
    const allowed = [
      'UPSTREAM_INVALID_RESPONSE',
      'NOT_FOUND',
      'BAD_USER_INPUT',
      'UPSTREAM_BUDGET_EXCEEDED',
    ];
    const property = fc.asyncProperty(choices(60), fc.nat({ max: 3 }), async (numbers, lot) => {
      const draw = drawFrom(numbers);
      let nth = 0;
      const facade = createWorldFacade((_path, body) => {
        nth += 1;
        if (nth % 4 !== lot) return { body };
        return { body: draw.once(5) ? damage(draw, JSON.stringify(body)) : mutate(draw, body) };
      });
      const { status, text } = await post(facade, { query });
      await facade.close();
      expect(faultsOfResponse(text)).toEqual([]);
      expect(status).toBe(200);
      expect('polluted' in {}).toBe(false);
      for (const [, code] of text.matchAll(/"code":"([A-Z_]+)"/g)) expect(allowed).toContain(code);
    });
    await fc.assert(property, bounded(250));
  });

  it('of refusals with any envelope give a correct response', async () => {
    const statuses = fc.constantFrom(400, 401, 403, 404, 426, 429, 500, 501, 201, 302, 599);
    const any = fc.jsonValue();
    const envelopes = fc.oneof(
      any.map((error) => JSON.stringify({ error })),
      fc
        .record({ code: any, message: any, requestId: any, details: any })
        .map((error) => JSON.stringify({ error })),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    const property = fc.asyncProperty(statuses, envelopes, async (status, body) => {
      const facade = createWorldFacade(() => ({ status, body }));
      const { text } = await post(facade, { query: '{ organization { name } }' });
      await facade.close();
      expect(faultsOfResponse(text)).toEqual([]);
    });
    await fc.assert(property, bounded(300));
  });

  it('of any bytes over a socket spare the other fields', async () => {
    const { ask, upstream } = await startRig();
    let bytes: Buffer = Buffer.from('');
    upstream.on({ operation: 'partnerV1_screens' }, ({ response, truth }) => {
      const { status, body } = truth();
      const text = Buffer.from(JSON.stringify(body));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(Buffer.concat([text.subarray(0, text.length - bytes.length), bytes]));
    });
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (given) => {
      bytes = Buffer.from(given);
      const { body } = await ask('{ organization { name } screens(first: 5) { nodes { name } } }');
      expect(faultsOfResponse(JSON.stringify(body))).toEqual([]);
      expect(body.data?.['organization']).toEqual({ name: 'Organization stamp:alpha' });
    });
    await fc.assert(property, bounded(150));
  });
});
