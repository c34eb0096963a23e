import { describe, expect, it } from 'vitest';
import { checkContract } from '../../src/contract/check.js';
import { UnreadableError } from '../../src/contract/describe-difference.js';
import { type Change, seeded } from './seed.js';

/** `impact name: where (detail)` of every difference. */
const found = (...changes: readonly Change[]): string[] =>
  checkContract(seeded(...changes)).map(
    ({ impact, name, where, detail }) =>
      `${impact} ${name}: ${where}${detail === undefined ? '' : ` (${detail})`}`,
  );

const schemas = 'components/schemas';
const screens = 'paths/~1api~1partner~1v1~1screens/get';
const limit = `${screens}/parameters/1`;
const text = { type: 'string' };

describe('the document of the simulator', () => {
  it('is what the façade relies on', () => {
    expect(found()).toEqual([]);
  });
});

describe('a breaking difference is found by its name and its place', () => {
  it.each<readonly [string, readonly Change[], readonly string[]]>([
    [
      'a path is gone',
      [['paths/~1api~1partner~1v1~1organization', undefined]],
      ['breaking path removed: partnerV1_organization (/api/partner/v1/organization)'],
    ],
    [
      'a path takes another method',
      [
        [screens, undefined],
        ['paths/~1api~1partner~1v1~1screens/post', { operationId: 'searchScreens' }],
      ],
      ['breaking operation removed: partnerV1_screens', 'additive new operation: searchScreens'],
    ],
    [
      'a required field has another name',
      [
        [`${schemas}/Screen/properties/itemCount`, undefined],
        [`${schemas}/Screen/properties/items`, { type: 'number' }],
      ],
      [
        'breaking field removed: partnerV1_screens data[].itemCount',
        'additive new field: partnerV1_screens data[].items',
      ],
    ],
    [
      'an optional field is gone',
      [[`${schemas}/Screen/properties/description`, undefined]],
      ['breaking field removed: partnerV1_screens data[].description'],
    ],
    [
      'a required field is optional',
      [[`${schemas}/Playlist/required/1`, undefined]],
      ['breaking field optional: partnerV1_playlists data[].name'],
    ],
    [
      'a required field may be null (3.0)',
      [[`${schemas}/Playlist/properties/name`, { type: 'string', nullable: true }]],
      ['breaking field nullable: partnerV1_playlists data[].name'],
    ],
    [
      'a required field may be null (3.1)',
      [[`${schemas}/Playlist/properties/name`, { type: ['string', 'null'] }]],
      ['breaking field nullable: partnerV1_playlists data[].name'],
    ],
    [
      'a required object may be null (3.1)',
      [
        [
          `${schemas}/Screen/properties/availability`,
          { anyOf: [{ $ref: '#/components/schemas/Availability' }, { type: 'null' }] },
        ],
      ],
      ['breaking field nullable: partnerV1_screens data[].availability'],
    ],
    [
      'a required object may be null (3.0)',
      [
        [
          `${schemas}/Screen/properties/availability`,
          { allOf: [{ $ref: '#/components/schemas/Availability' }], nullable: true },
        ],
      ],
      ['breaking field nullable: partnerV1_screens data[].availability'],
    ],
    [
      'a field has another type',
      [[`${schemas}/Media/properties/sizeBytes`, text]],
      ['breaking type changed: partnerV1_media data[].sizeBytes (number is relied on, string is told)'],
    ],
    [
      'a field may have another type too',
      [[`${schemas}/Media/properties/sizeBytes`, { type: ['number', 'string'] }]],
      [
        'breaking type changed: partnerV1_media data[].sizeBytes (number is relied on, number, string is told)',
      ],
    ],
    [
      'an object became a list',
      [[`${schemas}/Availability/properties/special`, { type: 'array', items: text }]],
      [
        'breaking type changed: partnerV1_screens data[].availability.special (object is relied on, array is told)',
      ],
    ],
    [
      'the elements of a list have another type',
      [[`${schemas}/Availability/properties/weekly/items`, text]],
      [
        'breaking type changed: partnerV1_screens data[].availability.weekly[] (object is relied on, string is told)',
      ],
    ],
    [
      'a value of an enum is gone',
      [[`${schemas}/Media/properties/status/enum/0`, undefined]],
      ['breaking value removed: partnerV1_media data[].status (processing)'],
    ],
    [
      'a share may be more than 1',
      [[`${schemas}/ZonesPanel/properties/x/maximum`, 100]],
      [
        'breaking range widened: partnerV1_screenConfiguration data.items[].layout.panels[].x (0 to 1 is relied on, 0 to 100 is told)',
      ],
    ],
    [
      'the pages are not told any more',
      [[`${schemas}/Pagination/properties/totalPages`, undefined]],
      ['breaking field removed: partnerV1_screens pagination.totalPages'],
    ],
    [
      'limit ends at 50',
      [[`${limit}/schema/maximum`, 50]],
      ['breaking range narrowed: partnerV1_screens limit (1 to 100 is sent, 1 to 50 is taken)'],
    ],
    [
      'pages begin at 2',
      [[`${screens}/parameters/0/schema/minimum`, 2]],
      ['breaking range narrowed: partnerV1_screens page (1 to ∞ is sent, 2 to ∞ is taken)'],
    ],
    [
      'limit has another name',
      [[`${limit}/name`, 'perPage']],
      [
        'breaking parameter removed: partnerV1_screens limit',
        'additive new parameter: partnerV1_screens perPage (in query)',
      ],
    ],
    [
      'limit is a header',
      [[`${limit}/in`, 'header']],
      ['breaking parameter moved: partnerV1_screens limit (from query to header)'],
    ],
    [
      'limit is a word',
      [[`${limit}/schema`, text]],
      ['breaking type changed: partnerV1_screens limit (number is sent, string is taken)'],
    ],
    [
      'a parameter is required that is not sent',
      [[`${screens}/parameters/2`, { name: 'region', in: 'query', required: true, schema: text }]],
      ['breaking new required parameter: partnerV1_screens region (in query)'],
    ],
    [
      'another scope is needed',
      [[`${screens}/x-required-scope`, 'devices:read']],
      ['breaking scope changed: partnerV1_screens (screens:read is relied on, devices:read is told)'],
    ],
    [
      'a scope is needed where there was none',
      [['paths/~1api~1partner~1v1~1organization/get/x-required-scope', 'organization:read']],
      ['breaking scope changed: partnerV1_organization (nothing is relied on, organization:read is told)'],
    ],
    [
      'the scopes in `security` differ',
      [
        [`${screens}/x-required-scope`, undefined],
        [`${screens}/security`, [{ bearerAuth: ['devices:read'] }]],
      ],
      ['breaking scope changed: partnerV1_screens (screens:read is relied on, devices:read is told)'],
    ],
    [
      'the credential goes into another header',
      [
        ['components/securitySchemes/key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
        [`${screens}/security`, [{ key: [] }]],
      ],
      ['breaking authentication changed: partnerV1_screens (a bearer credential is sent, key is taken)'],
    ],
    [
      'the answer is XML',
      [[`${screens}/responses/200/content`, { 'application/xml': { schema: {} } }]],
      ['breaking answer removed: partnerV1_screens (there is no application/json with a schema for 200)'],
    ],
    [
      'the envelope of an answer is gone',
      [
        [
          `${screens}/responses/200/content/application~1json/schema`,
          { type: 'array', items: { $ref: '#/components/schemas/Screen' } },
        ],
      ],
      ['breaking type changed: partnerV1_screens (object is relied on, array is told)'],
    ],
  ])('%s', (_name, changes, differences) => {
    expect(found(...changes)).toEqual(differences);
  });
});

describe('an additive difference is found by its name and its place', () => {
  it.each<readonly [string, readonly Change[], readonly string[]]>([
    [
      'an enum has a new value',
      [[`${schemas}/Media/properties/type/enum/2`, 'audio']],
      ['additive new value: partnerV1_media data[].type (audio)'],
    ],
    [
      'an enum is an open string',
      [[`${schemas}/Media/properties/type`, text]],
      ['additive values no longer listed: partnerV1_media data[].type'],
    ],
    [
      'a plain string lists its values',
      [[`${schemas}/PlaybackScreen/properties/orientation/enum`, ['portrait', 'landscape']]],
      ['additive values listed: partnerV1_screenConfiguration data.screen.orientation (landscape, portrait)'],
    ],
    [
      'a resource has a new field',
      [[`${schemas}/Playlist/properties/tags`, { type: 'array', items: text }]],
      ['additive new field: partnerV1_playlists data[].tags'],
    ],
    [
      'an optional field always comes',
      [[`${schemas}/Playlist/required/9`, 'description']],
      ['additive field required: partnerV1_playlists data[].description'],
    ],
    [
      'limit goes beyond 100',
      [[`${limit}/schema/maximum`, 500]],
      ['additive range widened: partnerV1_screens limit (1 to 100 is sent, 1 to 500 is taken)'],
    ],
    [
      'a list takes a new parameter',
      [[`${screens}/parameters/2`, { name: 'sort', in: 'query', required: false, schema: text }]],
      ['additive new parameter: partnerV1_screens sort (in query)'],
    ],
    [
      'there is a tenth operation',
      [['paths/~1api~1partner~1v1~1tags', { get: { operationId: 'partnerV1_tags' } }]],
      ['additive new operation: partnerV1_tags'],
    ],
    [
      'an operation has another id',
      [[`${screens}/operationId`, 'listScreens']],
      ['additive operation id changed: partnerV1_screens (listScreens)'],
    ],
    [
      'an operation has a new status',
      [[`${screens}/responses/503`, { description: 'Maintenance.' }]],
      ['additive new status: partnerV1_screens (503)'],
    ],
    [
      'a path parameter has another name, which changes no request',
      [
        ['paths/~1api~1partner~1v1~1screens~1{screenId}', undefined],
        [
          'paths/~1api~1partner~1v1~1screens~1{id}',
          {
            get: {
              operationId: 'partnerV1_screen',
              parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
              responses: {
                200: {
                  content: {
                    'application/json': {
                      schema: {
                        type: 'object',
                        required: ['data'],
                        properties: { data: { $ref: '#/components/schemas/Screen' } },
                      },
                    },
                  },
                },
              },
            },
          },
        ],
      ],
      ['additive path parameter renamed: partnerV1_screen id'],
    ],
  ])('%s', (_name, changes, differences) => {
    expect(found(...changes)).toEqual(differences);
  });
});

describe('what says the same in other words is no difference', () => {
  const screenProperties = `${schemas}/Screen/properties`;

  it.each<readonly [string, readonly Change[]]>([
    ['numbers as integers', [[`${screenProperties}/itemCount`, { type: 'integer' }]]],
    ['optional fields that may be null (3.0)', [[`${screenProperties}/description/nullable`, true]]],
    [
      'optional fields that may be null (3.1)',
      [[`${screenProperties}/description`, { type: ['string', 'null'] }]],
    ],
    [
      'optional objects that may be null',
      [
        [
          `${screenProperties}/viewport`,
          { oneOf: [{ $ref: '#/components/schemas/Viewport' }, { type: 'null' }] },
        ],
      ],
    ],
    ['an enum that lists null', [[`${schemas}/PlaybackItem/properties/renderingMode/enum/4`, null]]],
    [
      'an enum as a component, in parts, or as constants',
      [
        [`${schemas}/Status`, { type: 'string', enum: ['online', 'offline', 'unpaired'] }],
        [`${screenProperties}/status`, { $ref: '#/components/schemas/Status' }],
        [`${schemas}/PlaylistItem/properties/type`, { oneOf: [{ const: 'media' }, { const: 'app' }] }],
        [
          `${schemas}/PlaybackItem/properties/type`,
          { anyOf: [{ enum: ['image', 'video'] }, { type: 'string', enum: ['app'] }] },
        ],
      ],
    ],
    [
      'a resource put together with allOf',
      [
        [`${schemas}/Entity`, { type: 'object', required: ['id'], properties: { id: text } }],
        [
          `${schemas}/Viewport`,
          {
            allOf: [
              { type: 'object', required: ['width'], properties: { width: { type: 'number', minimum: 1 } } },
              { $ref: '#/components/schemas/Height' },
            ],
          },
        ],
        [
          `${schemas}/Height`,
          { required: ['height'], properties: { height: { type: 'number', minimum: 1 } } },
        ],
      ],
    ],
    [
      'parameters that are components, or stand at the path',
      [
        ['components/parameters', { Limit: { name: 'limit', in: 'query', schema: { maximum: 100 } } }],
        ['paths/~1api~1partner~1v1~1screens/parameters', [{ $ref: '#/components/parameters/Limit' }]],
        [limit, undefined],
      ],
    ],
    [
      'an answer that is a component',
      [
        [
          'components/responses/Organization',
          { content: { 'application/json': { schema: organizationBody() } } },
        ],
        [
          'paths/~1api~1partner~1v1~1organization/get/responses/200',
          { $ref: '#/components/responses/Organization' },
        ],
      ],
    ],
    ['scopes that are not told', [[`${screens}/x-required-scope`, undefined]]],
    ['the same scope in `security`', [[`${screens}/security`, [{ bearerAuth: ['screens:read'] }]]]],
    [
      'texts',
      [
        ['info/description', 'Other words.'],
        [`${screens}/summary`, 'Other words.'],
      ],
    ],
  ])('%s', (_name, changes) => {
    expect(found(...changes)).toEqual([]);
  });

  it('paths below the server’s address', () => {
    const document = JSON.stringify(seeded())
      .replaceAll('"/api/partner/v1/', '"/')
      .replaceAll('"http://simulator.test"', '"https://cms.test/tenant/api/partner/v1/"');
    expect(checkContract(JSON.parse(document))).toEqual([]);
  });

  function organizationBody() {
    const fields = { id: text, name: text, slug: text, createdAt: text, updatedAt: text };
    const data = { type: 'object', required: ['id', 'name', 'createdAt', 'updatedAt'], properties: fields };
    return { type: 'object', required: ['data'], properties: { data } };
  }
});

describe('alternatives promise only what all of them promise', () => {
  it('a field that one of them lacks is optional', () => {
    const item = { type: 'object', properties: { slotId: text, type: text, position: { type: 'number' } } };
    const always = ['slotId', 'type', 'position', 'durationSeconds'];
    const fields = { durationSeconds: { type: 'number' }, mediaId: text, appInstanceId: text };
    const properties = { ...item.properties, ...fields, enabled: { type: 'boolean' } };
    const alternatives = [
      { type: 'object', required: [...always, 'enabled'], properties },
      { type: 'object', required: always, properties },
    ];
    expect(found([`${schemas}/PlaylistItem`, { oneOf: alternatives }])).toEqual([
      'additive values no longer listed: partnerV1_playlistItems data[].type',
      'breaking field optional: partnerV1_playlistItems data[].enabled',
    ]);
  });
});

describe('every difference', () => {
  it('is told once, with an address that leads to its place in the document', () => {
    const [difference, ...more] = checkContract(seeded([`${schemas}/Viewport/properties/width`, text]));
    expect(more).toEqual([]);
    expect(difference).toEqual({
      impact: 'breaking',
      name: 'type changed',
      where: 'partnerV1_screens data[].viewport.width',
      address: '#/components/schemas/Viewport/properties/width',
      detail: 'number is relied on, string is told',
    });
  });
});

describe('a document that cannot be compared', () => {
  const { components, ...rest } = seeded() as { components: object };

  it.each<readonly [string, unknown, RegExp]>([
    ['a list', [], /no JSON object/],
    ['something else', { name: 'x' }, /no OpenAPI 3 document/],
    ['Swagger 2.0', { swagger: '2.0', paths: {} }, /no OpenAPI 3 document/],
    ['without paths', { openapi: '3.1.0' }, /no `paths`/],
    ['a reference to nothing', rest, /refers to nothing at #\/paths.*"#\/components/],
    [
      'a reference to another document',
      seeded([`${schemas}/Viewport`, { $ref: 'viewport.json' }]),
      /refers to another one at #\/components\/schemas\/Viewport: "viewport.json"/,
    ],
    [
      'a reference in a circle',
      seeded([`${schemas}/Viewport`, { $ref: '#/components/schemas/Viewport' }]),
      /in a circle/,
    ],
    [
      'a schema that is part of itself',
      seeded([`${schemas}/Viewport`, { allOf: [{ $ref: '#/components/schemas/Viewport' }] }]),
      /inside itself/,
    ],
  ])('%s is refused with one line', (_name, document, message) => {
    expect(components).toBeDefined();
    expect(() => checkContract(document)).toThrow(UnreadableError);
    expect(() => checkContract(document)).toThrow(message);
  });
});
