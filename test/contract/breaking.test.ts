import { describe, expect, it } from 'vitest';
import { type Change, found, limit, schemas, screens, text } from './seed.js';

describe('a breaking difference is reported with its name and place', () => {
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
      ['breaking type changed: partnerV1_media data[].sizeBytes (expected: number; documented: string)'],
    ],
    [
      'a field may have another type too',
      [[`${schemas}/Media/properties/sizeBytes`, { type: ['number', 'string'] }]],
      [
        'breaking type changed: partnerV1_media data[].sizeBytes (expected: number; documented: number, string)',
      ],
    ],
    [
      'an object became a list',
      [[`${schemas}/Availability/properties/special`, { type: 'array', items: text }]],
      [
        'breaking type changed: partnerV1_screens data[].availability.special (expected: object; documented: array)',
      ],
    ],
    [
      'the elements of a list have another type',
      [[`${schemas}/Availability/properties/weekly/items`, text]],
      [
        'breaking type changed: partnerV1_screens data[].availability.weekly[] (expected: object; documented: string)',
      ],
    ],
    [
      'a share may be more than 1',
      [[`${schemas}/ZonesPanel/properties/x/maximum`, 100]],
      [
        'breaking range widened: partnerV1_screenConfiguration data.items[].layout.panels[].x (expected: 0 to 1; documented: 0 to 100)',
      ],
    ],
    [
      'the number of pages is gone',
      [[`${schemas}/Pagination/properties/totalPages`, undefined]],
      ['breaking field removed: partnerV1_screens pagination.totalPages'],
    ],
    [
      'limit ends at 50',
      [[`${limit}/schema/maximum`, 50]],
      ['breaking range narrowed: partnerV1_screens limit (sent: 1 to 100; accepted: 1 to 50)'],
    ],
    [
      'pages begin at 2',
      [[`${screens}/parameters/0/schema/minimum`, 2]],
      ['breaking range narrowed: partnerV1_screens page (sent: 1 to ∞; accepted: 2 to ∞)'],
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
      ['breaking type changed: partnerV1_screens limit (sent: number; accepted: string)'],
    ],
    [
      'a new parameter is required',
      [[`${screens}/parameters/2`, { name: 'region', in: 'query', required: true, schema: text }]],
      ['breaking new required parameter: partnerV1_screens region (in query)'],
    ],
    [
      'another scope is needed',
      [[`${screens}/x-required-scope`, 'devices:read']],
      ['breaking scope changed: partnerV1_screens (expected: screens:read; documented: devices:read)'],
    ],
    [
      'a scope is needed where there was none',
      [['paths/~1api~1partner~1v1~1organization/get/x-required-scope', 'organization:read']],
      ['breaking scope changed: partnerV1_organization (expected: none; documented: organization:read)'],
    ],
    [
      'the scopes in `security` differ',
      [
        [`${screens}/x-required-scope`, undefined],
        [`${screens}/security`, [{ bearerAuth: ['devices:read'] }]],
      ],
      ['breaking scope changed: partnerV1_screens (expected: screens:read; documented: devices:read)'],
    ],
    [
      'the credential goes into another header',
      [
        ['components/securitySchemes/key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
        [`${screens}/security`, [{ key: [] }]],
      ],
      ['breaking authentication changed: partnerV1_screens (sent: a bearer credential; accepted: key)'],
    ],
    [
      'the response is XML',
      [[`${screens}/responses/200/content`, { 'application/xml': { schema: {} } }]],
      ['breaking response removed: partnerV1_screens (status 200 has no schema for application/json)'],
    ],
    [
      'the envelope of a response is gone',
      [
        [
          `${screens}/responses/200/content/application~1json/schema`,
          { type: 'array', items: { $ref: '#/components/schemas/Screen' } },
        ],
      ],
      ['breaking type changed: partnerV1_screens (expected: object; documented: array)'],
    ],
  ])('%s', (_name, changes, differences) => {
    expect(found(...changes)).toEqual(differences);
  });
});

describe('a difference that keeps every promise of the schema, but takes a value away, is degraded', () => {
  it.each<readonly [string, readonly Change[], readonly string[]]>([
    [
      'an optional field is gone',
      [[`${schemas}/Screen/properties/description`, undefined]],
      ['degraded field removed: partnerV1_screens data[].description'],
    ],
    [
      'an optional object is gone',
      [[`${schemas}/Availability/properties/special`, undefined]],
      ['degraded field removed: partnerV1_screens data[].availability.special'],
    ],
    [
      'a value of an enum is gone',
      [[`${schemas}/Media/properties/status/enum/0`, undefined]],
      ['degraded value removed: partnerV1_media data[].status (processing)'],
    ],
  ])('%s', (_name, changes, differences) => {
    expect(found(...changes)).toEqual(differences);
  });
});
