import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/command/command-line.js';
import { checkContract } from '../../../src/command/contract/check.js';
import { endpoints } from '../../../src/partner/endpoints.js';
import { seeded, text } from './seed.js';

it('the document of the simulator matches what the façade relies on', () => {
  expect(checkContract(seeded()), 'add what is missing to src/command/simulator/openapi').toEqual(
    [],
  );
});

it('every difference is reported once, with its address in the document', () => {
  expect(checkContract(seeded({ 'Viewport/properties/width': text }))).toEqual([
    {
      impact: 'breaking',
      name: 'type changed',
      where: 'partnerV1_screens data[].viewport.width',
      address: '#/components/schemas/Viewport/properties/width',
      detail: 'expected: number; documented: string',
    },
  ]);
});

it('every endpoint of src/partner is compared', async () => {
  const folder = new URL('../../../src/partner/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(
    files.map((name): Promise<object> => import(new URL(name, folder).href)),
  );
  const declared = modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter(
      (value) => typeof value === 'object' && value !== null && 'kind' in value && 'path' in value,
    );
  expect(declared).toHaveLength(9);
  expect(new Set(endpoints)).toEqual(new Set(declared));
});

/** The simulator's document, changed by a function. */
function changed(change: (document: { paths: Paths; servers: unknown }) => void): unknown {
  // It has both.
  const document = seeded() as { paths: Paths; servers: unknown };
  change(document);
  return document;
}

type Paths = Record<
  string,
  { get: { responses: { '200': { content: Record<string, unknown> } } } }
>;

describe('a document that says the same in other words', () => {
  it.each([
    '*/*',
    'application/*',
    'application/json;charset=UTF-8',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.signage.v1+json',
    'application/*+json',
  ])('matches where the media type of its responses is %s', (type) => {
    const document = changed(({ paths }) => {
      for (const { get } of Object.values(paths)) {
        const { content } = get.responses['200'];
        get.responses['200'].content = { 'text/html': {}, [type]: content['application/json'] };
      }
    });
    expect(checkContract(document)).toEqual([]);
  });

  it('is compared by the most specific media type', () => {
    const document = changed(({ paths }) => {
      for (const { get } of Object.values(paths)) {
        const { content } = get.responses['200'];
        get.responses['200'].content = { '*/*': { schema: text }, ...content };
      }
    });
    expect(checkContract(document)).toEqual([]);
  });

  it('has no body where no media type is JSON', () => {
    const document = changed(({ paths }) => {
      for (const { get } of Object.values(paths))
        get.responses['200'].content = { 'text/*': { schema: {} }, 'text/json': {} };
    });
    expect(checkContract(document).map(({ name }) => name)).toEqual(
      endpoints.map(() => 'response removed'),
    );
  });

  it.each([
    [[{ url: '/api' }], '/api'],
    [[{ url: 'https://host.test/tenant/api/' }], '/api'],
    [[{ url: 'https://host.test/api/partner/v1' }], '/api/partner/v1'],
    [[{ url: 'https://other.test' }, { url: 'https://host.test/api/partner' }], '/api/partner'],
    [[{ url: 'https://{host}/{base}', variables: { base: { default: 'api' } } }], '/api'],
  ])('matches where its servers %j hold %s of each path', (servers, prefix) => {
    const document = changed((each) => {
      each.servers = servers;
      const paths = Object.entries(each.paths).map(([path, item]) => [
        path.slice(prefix.length),
        item,
      ]);
      each.paths = Object.fromEntries(paths) as Paths;
    });
    expect(checkContract(document)).toEqual([]);
  });
});

describe('a document that cannot be compared', () => {
  const elsewhere = seeded({ Viewport: { $ref: 'viewport.json' } });
  const circle = { $ref: '#/components/schemas/Viewport' };

  it.each<readonly [string, unknown, RegExp]>([
    ['a list', [], /not a JSON object/],
    ['something else', { name: 'x' }, /not OpenAPI 3/],
    ['Swagger 2.0', { swagger: '2.0', paths: {} }, /not OpenAPI 3/],
    ['without paths', { openapi: '3.1.0' }, /no `paths`/],
    [
      'a reference to a missing value',
      seeded({ components: undefined }),
      /missing value at #\/paths.*"#\/comp/,
    ],
    [
      'a reference to another document',
      elsewhere,
      /another document at #\/comp.*\/Viewport: "viewport.json"/,
    ],
    ['a reference in a circle', seeded({ Viewport: circle }), /circular references/],
    ['a schema that is part of itself', seeded({ Viewport: { allOf: [circle] } }), /inside itself/],
  ])('%s is refused with one line', (_name, document, message) => {
    expect(() => checkContract(document)).toThrow(CommandError);
    expect(() => checkContract(document)).toThrow(message);
  });
});
