import { describe, expect, it } from 'vitest';
import { usageCost } from '../../../src/dashboard/media/usage-cost.js';

const both = { playlists: true, screens: true };
const unknown = { playlists: undefined, screens: undefined, items: undefined };

describe('what it costs to find where a file is used', () => {
  it('is a number where the session knows how many playlists and screens there are', () => {
    const counts = { playlists: 36, items: 3112, screens: 240 };
    expect(usageCost(counts, both, 250)).toBe('About 311 REST requests');
    expect(usageCost(counts, { playlists: true, screens: false }, 250)).toBe(
      'About 68 REST requests',
    );
  });

  it('is what each needs, and the limit of the operations, where it does not know', () => {
    expect(usageCost(unknown, both, 250)).toBe(
      'One REST request for each playlist and each screen, at most 500 REST requests',
    );
    expect(usageCost(unknown, { playlists: false, screens: true }, undefined)).toBe(
      'One REST request for each screen',
    );
  });
});
