import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { codesOf, sendQuery } from './send.js';

describe('unusable ids', () => {
  const unusable = ['', '.', '..', 'x'.repeat(513), 'x'.repeat(100_000), '\ud800'];
  const lookUps = [
    'screen(id: $id) { id }',
    'playlist(id: $id) { id }',
    'mediaItem(id: $id) { id }',
    'playbackConfiguration(screenId: $id) { revision }',
  ];

  it.each(lookUps)('A1, A2, A3, A7: BAD_USER_INPUT with no REST request: %s', async (field) => {
    const { facade, simulator } = await startSystem();
    for (const id of unusable) {
      const response = await sendQuery(facade, `query($id: ID!) { it: ${field} }`, { id });
      expect(codesOf(response)).toEqual(['it BAD_USER_INPUT']);
      expect(response.data).toEqual({ it: null });
      expect(response.text.length).toBeLessThan(1500);
    }
    expect(simulator.requests).toEqual([]);
  });

  it('A1: in a list, they fail only their own entry', async () => {
    const { facade, simulator } = await startSystem();
    const ids = ['..', 'scr_1fyak', ''];
    const response = await sendQuery(
      facade,
      'query($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { screen { id } } }',
      { ids },
    );
    expect(codesOf(response).toSorted()).toEqual([
      'playbackConfigurations.0 BAD_USER_INPUT',
      'playbackConfigurations.2 BAD_USER_INPUT',
    ]);
    expect(response.data).toEqual({ playbackConfigurations: [null, { screen: { id: 'scr_1fyak' } }, null] });
    expect(simulator.requests).toHaveLength(1);
  });

  it.each(lookUps)('A3, A4, A7: other ids are requested and encoded once: %s', async (field) => {
    const { facade, simulator } = await startSystem();
    for (const id of [' ', '...', '%2e%2e', 'a/b', '?', '#', '\\', ';', '+', 'x'.repeat(512), '書']) {
      simulator.clearRequests();
      const response = await sendQuery(facade, `query($id: ID!) { it: ${field} }`, { id });
      expect(codesOf(response)).toEqual(['it NOT_FOUND']);
      const [request] = simulator.requests;
      const [segment] = /(?<=\/(?:screens|playlists|media)\/)[^/]+/.exec(request?.path ?? '') ?? [];
      expect(simulator.requests).toHaveLength(1);
      expect(decodeURIComponent(segment ?? '')).toBe(id);
    }
  });
});
