import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Endpoint, fillPath, isUsableId } from '../../src/partner/endpoint.js';
import { listMedia, getMedia } from '../../src/partner/media.js';
import { getOrganization } from '../../src/partner/organization.js';
import { getScreenConfiguration } from '../../src/partner/playback.js';
import { getPlaylist, listPlaylistItems, listPlaylists } from '../../src/partner/playlist.js';
import { getScreen, listScreens } from '../../src/partner/screen.js';

/** The nine paths of the contract ("Endpoints"), and the place of the id in each. */
const nine: readonly (readonly [Endpoint, string | undefined, RegExp])[] = [
  [getOrganization, undefined, /^\/api\/partner\/v1\/organization$/],
  [listScreens, undefined, /^\/api\/partner\/v1\/screens$/],
  [getScreen, 'screenId', /^\/api\/partner\/v1\/screens\/([^/?#]+)$/],
  [getScreenConfiguration, 'screenId', /^\/api\/partner\/v1\/screens\/([^/?#]+)\/configuration$/],
  [listPlaylists, undefined, /^\/api\/partner\/v1\/playlists$/],
  [getPlaylist, 'playlistId', /^\/api\/partner\/v1\/playlists\/([^/?#]+)$/],
  [listPlaylistItems, 'playlistId', /^\/api\/partner\/v1\/playlists\/([^/?#]+)\/items$/],
  [listMedia, undefined, /^\/api\/partner\/v1\/media$/],
  [getMedia, 'mediaId', /^\/api\/partner\/v1\/media\/([^/?#]+)$/],
];

/** Ids that strangers send: any text, and the characters that paths are made of. */
const id = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...Array.from('/.%2ef?#\\; +\u0000é\ud800😀')), maxLength: 8 }),
  fc.constantFrom('', '.', '..', '...', '%2e%2e', '%2F', 'x'.repeat(512), 'x'.repeat(513)),
);

it('A4: an id in a path, whatever it holds: refused, or one segment that decoded once is the id; only the nine paths are asked', () => {
  const property = fc.property(fc.constantFrom(...nine), id, ([endpoint, name, shape], value) => {
    const fill = () => fillPath(endpoint, value);
    if (name !== undefined && !isUsableId(value)) {
      const message: unknown = expect.stringMatching(`^Unusable ${name}: `);
      expect(fill).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', message }));
      return;
    }
    const filled = fill();
    const [, segment] = shape.exec(filled) ?? [undefined, undefined];
    expect(filled).toMatch(shape);
    if (name !== undefined) expect(decodeURIComponent(segment ?? '')).toBe(value);
    // What URL parsers make of it is the same path: nothing is resolved away.
    expect(new URL(filled, 'http://upstream.test').pathname).toBe(filled);
  });
  fc.assert(property, { seed: 20_261_120, numRuns: 2000 });
});
