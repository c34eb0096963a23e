import { describe, expect, it } from 'vitest';
import { ListScreens, ReadScreen } from './document.js';
import { startSystem } from './test-system.js';
import { codesOf, sendQuery } from './send.js';

describe('an organization sees no data of another (contract, "What the service does")', () => {
  const second = 'demo-second-organization-credential';

  it('404: a record of the other organization is NOT_FOUND', async () => {
    const { facade } = await startSystem();
    const query =
      '{ screen(id: "scr_1fyak") { id } playlist(id: "pls_3meby") { id } mediaItem(id: "med_ttm7s") { id } playbackConfiguration(screenId: "scr_1fyak") { revision } organization { id } }';
    const own = await sendQuery(facade, query);
    expect(own.errors).toEqual([]);
    const other = await sendQuery(facade, query, {}, second);
    expect(codesOf(other).toSorted()).toEqual([
      'mediaItem NOT_FOUND',
      'playbackConfiguration NOT_FOUND',
      'playlist NOT_FOUND',
      'screen NOT_FOUND',
    ]);
    expect(other.data?.['organization']).toEqual({ id: 'org_kornblume' });
  });

  it('G6: a screen id of both organizations names each one’s own screen', async () => {
    const { query } = await startSystem();
    const mine = await query(ListScreens, { first: 3 });
    const theirs = await query(ListScreens, { first: 3 }, second);
    const shared = mine.data?.screens?.edges[2]?.node;
    expect(shared?.id).toBe(theirs.data?.screens?.edges[2]?.node?.id);
    expect(shared?.name).not.toBe(theirs.data?.screens?.edges[2]?.node?.name);
    const id = shared?.id ?? '';
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        query(ReadScreen, { id }, index % 2 === 0 ? undefined : second),
      ),
    );
    for (const [index, { data }] of responses.entries())
      expect(data?.screen?.name).toBe(
        index % 2 === 0 ? shared?.name : theirs.data?.screens?.edges[2]?.node?.name,
      );
  });
});
