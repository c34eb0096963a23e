import { describe, expect, it } from 'vitest';
import { type Change, found, limit, schemas, screens, text } from './seed.js';

describe('an additive difference is reported with its name and place', () => {
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
      'an optional field is required',
      [[`${schemas}/Playlist/required/9`, 'description']],
      ['additive field required: partnerV1_playlists data[].description'],
    ],
    [
      'limit goes beyond 100',
      [[`${limit}/schema/maximum`, 500]],
      ['additive range widened: partnerV1_screens limit (sent: 1 to 100; accepted: 1 to 500)'],
    ],
    [
      'a list takes a new parameter',
      [[`${screens}/parameters/2`, { name: 'sort', in: 'query', required: false, schema: text }]],
      ['additive new parameter: partnerV1_screens sort (in query)'],
    ],
    [
      'a tenth operation exists',
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
      'a path parameter has another name',
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
