import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createResponses, reorder } from '../../bench/response.js';
import { createData } from '../../bench/data.js';
import { freshMembers } from '../../bench/fresh-text.js';
import { forms, upstreamModes } from '../../bench/mode.js';
import { type Body, createStore } from '../../bench/store.js';

const data = createData();
const find = createStore(data);
const ids = {
  screen: data.screens[0]?.id,
  playlist: data.playlists[0]?.id,
  media: data.media[0]?.id,
};

/** One path for each operation of the contract. */
const paths = [
  'organization',
  'screens?page=2&limit=100',
  `screens/${ids.screen}`,
  `screens/${ids.screen}/configuration`,
  'playlists?page=1&limit=20',
  `playlists/${ids.playlist}`,
  `playlists/${ids.playlist}/items?page=1&limit=100`,
  'media?page=10&limit=100',
  `media/${ids.media}`,
].map((path) => `/api/partner/v1/${path}`);

function bodyOf(path: string): Body {
  const body = find(path);
  if (body === undefined) throw new Error(`No body for ${path}.`);
  return body;
}

/** What does not change from answer to answer. */
const steady = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (freshMembers.has(name) ? undefined : value));

describe('the answers of an upstream', () => {
  it.each(upstreamModes)(
    '%s: hold the data, whether the client accepts a coding or not',
    (mode) => {
      for (const path of paths) {
        const next = createResponses(forms[mode], bodyOf(path));
        const plain = next('identity');
        expect(plain.coding).toBeUndefined();
        expect(steady(plain.bytes.toString())).toEqual(steady(JSON.stringify(bodyOf(path))));
        const { bytes, coding } = next('gzip, br');
        expect(coding).toBe(forms[mode].coding);
        const decoded =
          coding === undefined
            ? bytes
            : { gzip: gunzipSync, br: brotliDecompressSync }[coding](bytes);
        expect(steady(decoded.toString())).toEqual(steady(JSON.stringify(bodyOf(path))));
      }
    },
  );

  it.each(upstreamModes.filter((mode) => mode !== 'static'))(
    '%s: never come twice in a row, and are as long as each other before coding',
    (mode) => {
      for (const path of paths) {
        const next = createResponses(forms[mode], bodyOf(path));
        for (const accepted of ['identity', 'gzip, br']) {
          const answers = Array.from({ length: 40 }, () => next(accepted).bytes);
          answers.forEach((bytes, index) =>
            expect(answers[index + 1]?.equals(bytes)).not.toBe(true),
          );
          if (accepted === 'identity')
            expect(new Set(answers.map(({ length }) => length)).size).toBe(1);
        }
      }
    },
  );

  it('static: are the same bytes each time', () => {
    for (const path of paths) {
      const next = createResponses(forms.static, bodyOf(path));
      expect(next('gzip, br').bytes.equals(next('gzip, br').bytes)).toBe(true);
    }
  });

  it('reordered: pagination comes before data, and id last in each record', () => {
    const body = {
      data: [{ id: 'a', name: 'x', screen: { id: 'b', name: 'y' } }],
      pagination: { page: 1 },
    };
    expect(JSON.stringify(reorder(body))).toBe(
      '{"pagination":{"page":1},"data":[{"name":"x","screen":{"name":"y","id":"b"},"id":"a"}]}',
    );
  });
});
