import { describe, expect, it } from 'vitest';
import { media } from '../../src/partner/media.js';
import { playlists } from '../../src/partner/playlist.js';
import { screens } from '../../src/partner/screen.js';
import { endpoints as operations } from '../../src/partner/endpoints.js';
import { endpoints } from './contract.js';
import { schemas } from './record.js';

describe('the nine operations', () => {
  it('contract, "Endpoints": id, path, scope, resource and shape of each', () => {
    const declared = operations.map(({ id, path, scope, record, kind }) => [
      id,
      path,
      scope,
      record,
      kind,
    ]);
    expect(declared).toEqual(
      endpoints.map(([id, path, scope, table, isList]) => [
        id,
        path,
        scope,
        schemas[table],
        isList ? 'list' : 'one',
      ]),
    );
  });

  it.each([screens, playlists, media])(
    'a collection is read by id and as a list: $list.id',
    (collection) => {
      expect(collection.get.path.replace(/\{\w+\}$/, '{id}')).toBe(`${collection.list.path}/{id}`);
      expect(collection.get.scope).toBe(collection.list.scope);
      expect(collection.get.record).toBe(collection.list.record);
    },
  );
});
