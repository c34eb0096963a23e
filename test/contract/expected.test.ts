import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from '../../src/contract/expected.js';

const folder = new URL('../../src/partner/', import.meta.url);

it('every endpoint of src/partner is compared', async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  const declared = modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter((value) => typeof value === 'object' && value !== null && 'kind' in value && 'path' in value);
  expect(declared).toHaveLength(9);
  expect(new Set(endpoints)).toEqual(new Set(declared));
});
