import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../src/contract/expected.js';

const folder = new URL('../../src/partner/', import.meta.url);

it('every operation of src/partner is watched', async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  const declared = modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter((value) => typeof value === 'object' && value !== null && 'kind' in value && 'path' in value);
  expect(declared).toHaveLength(9);
  expect(new Set(operations)).toEqual(new Set(declared));
});
