import { expect, it } from 'vitest';
import { everything, startSystem } from '../system/test-system.js';

it('`_entities` finds a record by its representation, and `_service` needs no credential', async () => {
  const { facade } = await startSystem({}, { settings: { FEDERATION: true } });
  const { data: listed } = await facade.run({
    query: '{ screens(first: 1) { nodes { id name } } }',
    credential: everything,
  });
  const screen = (listed as { screens: { nodes: { id: string; name: string }[] } }).screens.nodes[0];
  const query =
    'query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Screen { id name } } }';
  const { data } = await facade.run({
    query,
    variables: { r: [{ __typename: 'Screen', id: screen?.id }] },
    credential: everything,
  });
  expect(data).toEqual({ _entities: [{ __typename: 'Screen', ...screen }] });
  const { data: service } = await facade.run({ query: '{ _service { sdl } }' });
  expect(service).toMatchObject({
    _service: { sdl: expect.stringContaining('type Screen @key(fields: "id") {') as string },
  });
});
