import { describe, expect, it } from 'vitest';
import { type Changes, linesOf, screens, seeded, text } from './seed.js';

/** A reference to a schema. */
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const limit = `${screens}/parameters/1`;
const content = `${screens}/responses/200/content`;
const organization = 'paths/~1api~1partner~1v1~1organization';

/** Of the unchanged document, for which a test of the check demands that there are none. */
const present = new Set(linesOf(seeded()));

const found = (changes: Changes): string[] =>
  linesOf(seeded(changes)).filter((line) => !present.has(line));

/** By the lines that it is reported with: a change that causes it. */
type Differences = Readonly<Record<string, Changes>>;

const breaking: Differences = {
  'breaking path removed: partnerV1_organization (/api/partner/v1/organization)': {
    [organization]: undefined,
  },
  'breaking operation removed: partnerV1_screens; additive new operation: searchScreens': {
    [screens]: undefined,
    'paths/~1api~1partner~1v1~1screens/post': { operationId: 'searchScreens' },
  },
  'breaking field removed: partnerV1_screens data[].itemCount; additive new field: partnerV1_screens data[].items':
    { 'Screen/properties/itemCount': undefined, 'Screen/properties/items': { type: 'number' } },
  'breaking field optional: partnerV1_playlists data[].name': { 'Playlist/required/1': undefined },
  // OpenAPI 3.0 and 3.1 write it in different ways.
  'breaking field nullable: partnerV1_playlists data[].id': {
    'Playlist/properties/id': { type: 'string', nullable: true },
  },
  'breaking field nullable: partnerV1_playlists data[].name': {
    'Playlist/properties/name': { type: ['string', 'null'] },
  },
  'breaking field nullable: partnerV1_screens data[].availability': {
    'Screen/properties/availability': { allOf: [refTo('Availability')], nullable: true },
  },
  'breaking field nullable: partnerV1_screenConfiguration data.availability': {
    'PlaybackConfiguration/properties/availability': {
      anyOf: [refTo('Availability'), { type: 'null' }],
    },
  },
  'breaking type changed: partnerV1_media data[].sizeBytes (expected: number; documented: string)':
    {
      'Media/properties/sizeBytes': text,
    },
  'breaking type changed: partnerV1_media data[].width (expected: number; documented: number, string)':
    {
      'Media/properties/width': { type: ['number', 'string'] },
    },
  'breaking type changed: partnerV1_screens data[].availability.special (expected: object; documented: array)':
    { 'Availability/properties/special': { type: 'array', items: text } },
  'breaking type changed: partnerV1_screens data[].availability.weekly[] (expected: object; documented: string)':
    { 'Availability/properties/weekly/items': text },
  'breaking range widened: partnerV1_screenConfiguration data.items[].layout.panels[].x (expected: 0 to 1; documented: 0 to 100)':
    { 'ZonesPanel/properties/x/maximum': 100 },
  'breaking field removed: partnerV1_screens pagination.totalPages': {
    'Pagination/properties/totalPages': undefined,
  },
  'breaking range narrowed: partnerV1_screens limit (sent: 1 to 100; accepted: 1 to 50)': {
    [`${limit}/schema/maximum`]: 50,
  },
  'breaking range narrowed: partnerV1_screens page (sent: 1 to ∞; accepted: 2 to ∞)': {
    [`${screens}/parameters/0/schema/minimum`]: 2,
  },
  'breaking parameter removed: partnerV1_screens limit; additive new parameter: partnerV1_screens perPage (in query)':
    { [`${limit}/name`]: 'perPage' },
  'breaking parameter moved: partnerV1_screens limit (from query to header)': {
    [`${limit}/in`]: 'header',
  },
  'breaking type changed: partnerV1_screens limit (sent: number; accepted: string)': {
    [`${limit}/schema`]: text,
  },
  'breaking new required parameter: partnerV1_screens region (in query)': {
    [`${screens}/parameters/2`]: { name: 'region', in: 'query', required: true, schema: text },
  },
  'breaking scope changed: partnerV1_screens (expected: screens:read; documented: devices:read)': {
    [`${screens}/x-required-scope`]: 'devices:read',
  },
  'breaking scope changed: partnerV1_screens (expected: screens:read; documented: hosts:read)': {
    [`${screens}/x-required-scope`]: undefined,
    [`${screens}/security`]: [{ bearerAuth: ['hosts:read'] }],
  },
  'breaking scope changed: partnerV1_organization (expected: none; documented: organization:read)':
    {
      [`${organization}/get/x-required-scope`]: 'organization:read',
    },
  'breaking authentication changed: partnerV1_screens (sent: a bearer credential; accepted: key)': {
    'components/securitySchemes/key': { type: 'apiKey', in: 'header', name: 'X-Key' },
    [`${screens}/security`]: [{ key: [] }],
  },
  'breaking response removed: partnerV1_screens (status 200 has no schema for application/json)': {
    [content]: { 'application/xml': { schema: {} } },
  },
  'breaking type changed: partnerV1_screens (expected: object; documented: array)': {
    [`${content}/application~1json/schema`]: { type: 'array', items: refTo('Screen') },
  },
};

/** It keeps every promise of the schema, but takes a value away. */
const degraded: Differences = {
  'degraded field removed: partnerV1_screens data[].description': {
    'Screen/properties/description': undefined,
  },
  'degraded field removed: partnerV1_screens data[].availability.special': {
    'Availability/properties/special': undefined,
  },
  'degraded value removed: partnerV1_media data[].status (processing)': {
    'Media/properties/status/enum/0': undefined,
  },
};

const additive: Differences = {
  'additive new value: partnerV1_media data[].type (audio)': {
    'Media/properties/type/enum/2': 'audio',
  },
  'additive values no longer listed: partnerV1_media data[].type': {
    'Media/properties/type': text,
  },
  'additive values listed: partnerV1_screenConfiguration data.screen.orientation (landscape, portrait)':
    {
      'PlaybackScreen/properties/orientation/enum': ['portrait', 'landscape'],
    },
  'additive new field: partnerV1_playlists data[].tags': {
    'Playlist/properties/tags': { type: 'array', items: text },
  },
  'additive field required: partnerV1_playlists data[].description': {
    'Playlist/required/9': 'description',
  },
  'additive range widened: partnerV1_screens limit (sent: 1 to 100; accepted: 1 to 500)': {
    [`${limit}/schema/maximum`]: 500,
  },
  'additive new parameter: partnerV1_screens sort (in query)': {
    [`${screens}/parameters/2`]: { name: 'sort', in: 'query', required: false, schema: text },
  },
  'additive new operation: partnerV1_tags': {
    'paths/~1api~1partner~1v1~1tags': { get: { operationId: 'partnerV1_tags' } },
  },
  'additive operation id changed: partnerV1_screens (listScreens)': {
    [`${screens}/operationId`]: 'listScreens',
  },
  'additive new status: partnerV1_screens (503)': {
    [`${screens}/responses/503`]: { description: 'Maintenance.' },
  },
  'additive path parameter renamed: partnerV1_screen id': {
    'paths/~1api~1partner~1v1~1screens~1{screenId}': undefined,
    'paths/~1api~1partner~1v1~1screens~1{id}': {
      get: {
        operationId: 'partnerV1_screen',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: {
          200: { content: { 'application/json': { schema: bodyOf(refTo('Screen')) } } },
        },
      },
    },
  },
};

/** The schema of an envelope. */
function bodyOf(data: object) {
  return { type: 'object', required: ['data'], properties: { data } };
}

it.each(Object.entries({ ...breaking, ...degraded, ...additive }))('%s', (lines, changes) => {
  expect(found(changes).join('; ')).toBe(lines);
});

const organizationRecord = {
  type: 'object',
  required: ['id', 'name', 'createdAt', 'updatedAt'],
  properties: { id: text, name: text, slug: text, createdAt: text, updatedAt: text },
};

/** By what is written in another way. */
const equivalent: Readonly<Record<string, Changes>> = {
  'numbers as integers': { 'Screen/properties/itemCount': { type: 'integer' } },
  'optional fields that may be null (3.0)': { 'Screen/properties/description/nullable': true },
  'optional fields that may be null (3.1)': {
    'Screen/properties/description': { type: ['string', 'null'] },
  },
  'optional objects that may be null': {
    'Screen/properties/viewport': { oneOf: [refTo('Viewport'), { type: 'null' }] },
  },
  'an enum that lists null': { 'PlaybackItem/properties/renderingMode/enum/4': null },
  'an enum as a component, in parts, or as constants': {
    Status: { type: 'string', enum: ['online', 'offline', 'unpaired'] },
    'Screen/properties/status': refTo('Status'),
    'PlaylistItem/properties/type': { oneOf: [{ const: 'media' }, { const: 'app' }] },
    'PlaybackItem/properties/type': {
      anyOf: [{ enum: ['image', 'video'] }, { type: 'string', enum: ['app'] }],
    },
  },
  'a resource put together with allOf': {
    Viewport: {
      allOf: [
        {
          type: 'object',
          required: ['width'],
          properties: { width: { type: 'number', minimum: 1 } },
        },
        refTo('Height'),
      ],
    },
    Height: { required: ['height'], properties: { height: { type: 'number', minimum: 1 } } },
  },
  'parameters that are components or belong to the path': {
    'components/parameters': { Limit: { name: 'limit', in: 'query', schema: { maximum: 100 } } },
    'paths/~1api~1partner~1v1~1screens/parameters': [{ $ref: '#/components/parameters/Limit' }],
    [limit]: undefined,
  },
  'a response that is a component': {
    'components/responses/Organization': {
      content: { 'application/json': { schema: bodyOf(organizationRecord) } },
    },
    [`${organization}/get/responses/200`]: { $ref: '#/components/responses/Organization' },
  },
  'scopes that are not documented': { [`${screens}/x-required-scope`]: undefined },
  'the same scope in `security`': { [`${screens}/security`]: [{ bearerAuth: ['screens:read'] }] },
  'other descriptions': {
    'info/description': 'Other words.',
    [`${screens}/summary`]: 'Other words.',
  },
};

describe('an equivalent document has no differences', () => {
  it.each(Object.entries(equivalent))('%s', (_name, changes) => {
    expect(found(changes)).toEqual([]);
  });

  it('paths below the server’s address', () => {
    const document = JSON.stringify(seeded())
      .replaceAll('"/api/partner/v1/', '"/')
      .replaceAll('"http://simulator.test"', '"https://cms.test/tenant/api/partner/v1/"');
    expect(linesOf(JSON.parse(document))).toEqual([]);
  });
});

it('alternatives promise only what all of them promise: a field that one of them lacks is optional', () => {
  const always = ['slotId', 'type', 'position', 'durationSeconds'];
  const number = { type: 'number' };
  const ids = { slotId: text, type: text, mediaId: text, appInstanceId: text };
  const properties = {
    ...ids,
    position: number,
    durationSeconds: number,
    enabled: { type: 'boolean' },
  };
  const alternatives = [
    { type: 'object', required: [...always, 'enabled'], properties },
    { type: 'object', required: always, properties },
  ];
  expect(found({ PlaylistItem: { oneOf: alternatives } })).toEqual([
    'additive values no longer listed: partnerV1_playlistItems data[].type',
    'breaking field optional: partnerV1_playlistItems data[].enabled',
  ]);
});
