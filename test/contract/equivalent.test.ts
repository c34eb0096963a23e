import { describe, expect, it } from 'vitest';
import { checkContract } from '../../src/contract/check.js';
import { type Change, found, limit, schemas, screens, seeded, text } from './seed.js';

describe('an equivalent document has no differences', () => {
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
      'parameters that are components or belong to the path',
      [
        ['components/parameters', { Limit: { name: 'limit', in: 'query', schema: { maximum: 100 } } }],
        ['paths/~1api~1partner~1v1~1screens/parameters', [{ $ref: '#/components/parameters/Limit' }]],
        [limit, undefined],
      ],
    ],
    [
      'a response that is a component',
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
    ['scopes that are not documented', [[`${screens}/x-required-scope`, undefined]]],
    ['the same scope in `security`', [[`${screens}/security`, [{ bearerAuth: ['screens:read'] }]]]],
    [
      'other descriptions',
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
