import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.js';
import { ask, asItem, asItems, crawl, idsOf, nth, type Item } from './ask.js';
import { allFields, endpoints, fieldsOf, tableNames } from '../partner/contract.js';
import { check } from './schema-check.js';

let simulator: Simulator;
let document: Item;
let schemas: Item;

beforeAll(async () => {
  simulator = await startSimulator();
  const response = await fetch(`${simulator.url}/api/partner/openapi.json`);
  document = asItem(await response.json());
  schemas = asItem(asItem(document['components'])['schemas']);
});
afterAll(() => simulator.close());

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

function operationAt(path: string): Item {
  return asItem(asItem(asItem(document['paths'])[path])['get']);
}

describe('the document at openapi.json', () => {
  it.each(tableNames)('Resources, %s: declares the fields of the table and no others', (table) => {
    // A sample response carries `slug`; the contract declares no such field.
    const fields = fieldsOf(table).filter(({ address }) => address !== 'Organization.slug');
    const [optional, required] = [true, false].map((isOptional) =>
      fields.filter((field) => field.isOptional === isOptional).map(({ name }) => name),
    );
    const hint = `${table} in src/simulator/openapi`;
    const schema = asItem(schemas[table]);
    expect(schema['required'], hint).toEqual(required);
    expect(Object.keys(asItem(schema['properties'])).sort(), hint).toEqual(
      [required, optional].flat().sort(),
    );
  });

  it.each(allFields.filter(({ kind }) => kind.includes('|')))(
    'Resources, $address: declares the values $kind',
    ({ table, name, kind }) => {
      const { enum: values } = asItem(asItem(asItem(schemas[table])['properties'])[name]);
      expect(values, `${table}.${name} in src/simulator/openapi`).toEqual(kind.split('|'));
    },
  );

  it('Endpoints: declares the nine operations and no others', () => {
    expect(Object.keys(asItem(document['paths']))).toEqual(endpoints.map(([, path]) => path));
  });

  it.each(endpoints)('%s: declares its scope, its parameters and every error', (id, path, scope) => {
    const operation = operationAt(path);
    expect(operation).toMatchObject({ operationId: id, security: [{ bearerAuth: [] }] });
    expect(operation['x-required-scope']).toBe(scope);
    expect(Object.keys(asItem(operation['responses']))).toEqual(words('200 400 401 403 404 426 429'));
    const inPath = asItems(operation['parameters']).filter((parameter) => parameter['in'] === 'path');
    expect(inPath.map((parameter) => `{${String(parameter['name'])}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
  });

  it('Limits: page is 1 or greater and 1 by default, limit is 1 to 100 and 20 by default', () => {
    expect(asItems(operationAt('/api/partner/v1/screens')['parameters'])).toMatchObject([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 1 } },
      { name: 'limit', in: 'query', required: false, schema: { minimum: 1, maximum: 100, default: 20 } },
    ]);
  });

  it('refers only to what it contains', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g);
    for (const [, kind = '', name = ''] of references) {
      expect(asItem(asItem(document['components'])[kind])).toHaveProperty(name);
    }
  });

  it('What the service does: is served without a credential and is not counted as a request', () => {
    expect(simulator.requests.filter(({ operation }) => operation === 'unknown')).toEqual([]);
  });
});

describe('the demo data keeps to the document', () => {
  const faults = (value: unknown, name: string) => check(value, asItem(schemas[name]), schemas);

  it.each(['everything', 'second organization'])('for every resource of: %s', async (name) => {
    const screens = await crawl(simulator, '/screens', name);
    const playlists = await crawl(simulator, '/playlists', name);
    const media = await crawl(simulator, '/media', name);
    const items = await Promise.all(
      idsOf(playlists).map((id) => crawl(simulator, `/playlists/${id}/items`, name)),
    );
    const responses = await Promise.all(
      idsOf(screens).map((id) => ask(simulator, `/screens/${id}/configuration`, name)),
    );
    const { data: organization } = await ask(simulator, '/organization', name);
    expect([
      ...faults(organization, 'Organization'),
      ...screens.flatMap((one) => faults(one, 'Screen')),
      ...playlists.flatMap((one) => faults(one, 'Playlist')),
      ...items.flat().flatMap((one) => faults(one, 'PlaylistItem')),
      ...media.flatMap((one) => faults(one, 'Media')),
      ...responses.flatMap(({ data }) => faults(data, 'PlaybackConfiguration')),
    ]).toEqual([]);
  });

  it('and the check finds a missing field, a wrong type, a wrong value and a number out of range', async () => {
    const { data } = await ask(simulator, '/screens?limit=1');
    const screen = nth(asItems(data), 0);
    expect(faults({ ...screen, name: undefined }, 'Screen')).toContain('$.name: missing');
    expect(faults({ ...screen, itemCount: '3' }, 'Screen')).toEqual(['$.itemCount: not of type number']);
    expect(faults({ ...screen, status: 'asleep' }, 'Screen')).toEqual(['$.status: "asleep" is out of range']);
    expect(faults({ ...screen, viewport: { width: 0, height: 9 } }, 'Screen')).toHaveLength(1);
  });

  it('Pagination: every list carries the four numbers', async () => {
    const { pagination } = await ask(simulator, '/media?limit=7');
    expect(faults(pagination, 'Pagination')).toEqual([]);
    expect(asItem(schemas['Pagination'])['required']).toEqual(words('page limit total totalPages'));
  });
});
