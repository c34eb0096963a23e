import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { byReference } from '../fuzz/reference.js';
import { faultsOfResponse } from '../fuzz/response-format.js';
import { createWorldFacade, post, type Twist } from '../fuzz/world.js';

describe('an operation that is executed again', () => {
  // Screen s1 has no configuration.
  const twist: Twist = (path, body) =>
    path.includes('s1/') ? { status: 404, body: {} } : { body };
  const compiled = createWorldFacade(twist);
  const reference = createWorldFacade(twist, byReference);

  const respond = async (facade: Facade, query: string, variables: object = {}) =>
    (await post(facade, { query, variables })).text;

  const lines =
    'query ($id: ID!) {\r\n  organization { id }\n\r  gone: screen(id: $id) {\n name } }';
  const configurations =
    'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
  const likePaths =
    '{ organization { media { nodes { id } } } media_organization: media { totalCount } }';
  it.each([
    ['locations in several lines', lines, { id: 'gone' }],
    [
      'merged fields',
      'query ($id: ID!) { screen(id: $id) { name }\n screen(id: $id) { id } }',
      { id: 'gone' },
    ],
    ['a list whose second item fails', configurations, { ids: ['s2', 's1', 's3'] }],
    ['the alias __proto__', '{ organization { __proto__: name constructor: id } }', {}],
    ['aliases that look like paths', likePaths, {}],
    ['unicode', 'query ($id: ID!) { screen(id: $id) { name } } # 😀\u2028', { id: '😀\u2028' }],
  ])('has the response of graphql-js: %s', async (_what, query, variables) => {
    const expected = await respond(reference, query, variables);
    expect(faultsOfResponse(expected)).toEqual([]);
    for (let round = 0; round < 3; round += 1)
      expect(await respond(compiled, query, variables)).toBe(expected);
  });
});
