import { describe, expect, it } from 'vitest';
import { type Json, put } from '../rig/json.js';
import { edited, text } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import type { OperationId } from '../rig/route.js';
import { connections } from './connections.js';
import { expectIntact } from './outcome.js';

const layout = (below: string): string =>
  `playbackConfiguration(screenId: "s1") { items { layout { ${below} } } }`;
const screenHours = (below: string): string => `screen(id: "s1") { availability { ${below} } }`;
const counts = [0, -1, 2 ** 31 - 1];

/** `test/partner/value.test.ts` has more values of each kind; here they pass through GraphQL. */
const odd: readonly (readonly [
  row: string,
  field: string,
  operation: OperationId,
  place: string,
  values: readonly Json[],
])[] = [
  ['B23', 'mediaItem(id: "m1") { sizeBytes }', 'partnerV1_mediaItem', 'sizeBytes', [5e9, 2 ** 53, 1e300]],
  ['B23', 'screen(id: "s1") { itemCount }', 'partnerV1_screen', 'itemCount', counts],
  ['B23', 'playlist(id: "p1") { itemCount }', 'partnerV1_playlist', 'itemCount', counts],
  ['B24', 'screen(id: "s1") { totalDurationSeconds }', 'partnerV1_screen', 'totalDurationSeconds', [0.1]],
  ['B24', 'screen(id: "s1") { viewport { width } }', 'partnerV1_screen', 'viewport.width', [3e9]],
  ['B24', 'mediaItem(id: "m1") { height }', 'partnerV1_mediaItem', 'height', [0.333_333_333_333_333_3]],
  ['B24', layout('panels { x }'), 'partnerV1_screenConfiguration', 'items.1.layout.panels.0.x', [0.1]],
  [
    'B24',
    layout('presentation { gapViewportHeightRatio }'),
    'partnerV1_screenConfiguration',
    'items.1.layout.presentation.gapViewportHeightRatio',
    [5e-324],
  ],
  [
    'B25',
    'mediaItem(id: "m1") { createdAt }',
    'partnerV1_mediaItem',
    'createdAt',
    [
      '2026-11-20T09:30:00+05:45',
      '2026-11-20T09:30:00.123456789Z',
      '2026-11-20t09:30:00z',
      '2026-02-30T25:61:61Z',
    ],
  ],
  ['B26', screenHours('weekly { end }'), 'partnerV1_screen', 'availability.weekly.0.end', ['24:00']],
  ['B26', screenHours('weekly { end }'), 'partnerV1_screen', 'availability.weekly', [[], null]],
  // It begins after its end.
  [
    'B26',
    screenHours('special { startDate }'),
    'partnerV1_screen',
    'availability.special.startDate',
    ['2026-12-31', '2026-02-30'],
  ],
];

const noCounts = ['1.5', '2147483648', '5e9', '-2147483649', '"7"'];

/** The name of a connection, and JSON that breaks one of its items. */
const malformed: readonly (readonly [
  row: string,
  name: string,
  selection: string,
  place: string,
  values: readonly string[],
])[] = [
  ['B23', 'media', 'sizeBytes', 'sizeBytes', ['1e400', '-1e400', '"12"', 'true', '[]', '{}']],
  ['B23', 'screens', 'itemCount', 'itemCount', noCounts],
  ['B23', 'playlists', 'itemCount', 'itemCount', noCounts],
  ['B23', 'playlist items', 'position', 'position', noCounts],
  ['B25', 'media', 'createdAt', 'createdAt', ['"yesterday"', '1763631000']],
  [
    'B26',
    'screens',
    'availability { weekly { start } }',
    'availability.weekly.0.start',
    ['"9:5"', '""', '905'],
  ],
];

describe('values of the contract', () => {
  it.each(odd)(
    '%s: %s is what the upstream sends, however odd',
    async (_row, field, operation, place, values) => {
      const { ask, upstream } = await startRig();
      for (const value of values) {
        upstream.on({ operation }, edited(`data.${place}`, value));
        const answer = await ask(`{ it: ${field} }`);
        expectIntact(answer);
        expect(dataAt(answer, `it.${place}`)).toEqual(value);
      }
    },
  );

  it.each(malformed)(
    '%s: of %s, { %s } of another form costs its item',
    async (_row, name, selection, place, values) => {
      const { operation, path, select } = connections.find((each) => each.name === name) ?? connections[0];
      const { ask, upstream } = await startRig();
      for (const raw of values) {
        upstream.on({ operation }, (exchange) => {
          const body = JSON.stringify(put(exchange.truth().body, `data.1.${place}`, '(raw)'));
          return text(body.replace('"(raw)"', raw))(exchange);
        });
        const answer = await ask(
          `{ ${select(`(first: 3) { nodes { ${selection} } }`)} intact: organization { name } }`,
        );
        expect(errorsOf(answer), raw).toMatchObject([
          { path: `${path}.nodes.1`, code: 'UPSTREAM_INVALID_RESPONSE', operation, status: 200 },
        ]);
        expect(answer.body.errors?.[0]?.message).toContain(place.split('.').at(-1));
        expect(answer.body.errors?.[0]?.message).not.toMatch(/Int|Float|represent/);
        expect(dataAt(answer, `${path}.nodes.1`)).toBeNull();
        expect(dataAt(answer, `${path}.nodes.2.${place}`)).toBeDefined();
        expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
      }
    },
  );
});
