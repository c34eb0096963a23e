import { describe, expect, it } from 'vitest';
import { media } from '../../src/partner/media.js';
import { playlists } from '../../src/partner/playlist.js';
import { screens } from '../../src/partner/screen.js';
import { codeOfStatus } from '../../src/rest/response-error.js';
import { endpoints as operations } from '../../src/partner/endpoints.js';
import { endpoints } from './contract.js';
import { schemas } from './record.js';

describe('the nine operations', () => {
  it('contract, "Endpoints": id, path, scope, resource and shape of each', () => {
    const declared = operations.map(({ id, path, scope, record, kind }) => [id, path, scope, record, kind]);
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

  it.each([screens, playlists, media])('a collection is read by id and as a list: $list.id', (collection) => {
    expect(collection.get.path).toBe(`${collection.list.path}/{${collection.idParameter}}`);
    expect(collection.get.scope).toBe(collection.list.scope);
    expect(collection.get.record).toBe(collection.list.record);
  });
});

describe('the code of a status (runtime interface, "Which code for what the upstream does")', () => {
  const named: Readonly<Record<number, string>> = {
    400: 'BAD_USER_INPUT',
    401: 'UNAUTHENTICATED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    426: 'HTTPS_REQUIRED',
    429: 'RATE_LIMITED',
  };

  it('B33: every status has its code', () => {
    for (let status = 201; status <= 999; status += 1) {
      const other = status < 400 ? 'UPSTREAM_INVALID_RESPONSE' : 'UPSTREAM_UNAVAILABLE';
      expect(codeOfStatus(status), String(status)).toBe(named[status] ?? other);
    }
  });
});
