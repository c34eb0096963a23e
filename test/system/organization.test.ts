import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { codesOf, sendQuery } from './send.js';

describe('an organization sees no data of another (contract, "What the service does")', () => {
  it('404: a record of the other organization is NOT_FOUND', async () => {
    const { facade } = await startSystem();
    const query =
      '{ screen(id: "scr_1fyak") { id } playlist(id: "pls_3meby") { id } mediaItem(id: "med_ttm7s") { id } playbackConfiguration(screenId: "scr_1fyak") { revision } organization { id } }';
    const own = await sendQuery(facade, query);
    expect(own.errors).toEqual([]);
    const other = await sendQuery(facade, query, {}, 'demo-second-organization-credential');
    expect(codesOf(other).toSorted()).toEqual([
      'mediaItem NOT_FOUND',
      'playbackConfiguration NOT_FOUND',
      'playlist NOT_FOUND',
      'screen NOT_FOUND',
    ]);
    expect(other.data?.['organization']).toEqual({ id: 'org_kornblume' });
  });
});
