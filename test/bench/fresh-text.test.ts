import { describe, expect, it } from 'vitest';
import { createFreshText } from '../../bench/fresh-text.js';

const signature = 'ab'.repeat(32);

describe('a fresh text', () => {
  it('changes signatures, moments and revisions alone', () => {
    const moment = '2025-01-01T00:00:00.000Z';
    const text = JSON.stringify({
      name: 'Café',
      url: `https://cdn.example.net/o/1?expires=1&sig=${signature}`,
      createdAt: moment,
      resolvedAt: moment,
      revision: '0'.repeat(32),
    });
    const { name, url, createdAt, resolvedAt, revision } = JSON.parse(
      createFreshText(text)().toString(),
    ) as Record<string, string>;
    expect(name).toBe('Café');
    expect(url).toMatch(/^https:\/\/cdn\.example\.net\/o\/1\?expires=1&sig=[0-9a-f]{64}$/);
    expect(url).not.toContain(signature);
    expect(createdAt).toBe(moment);
    expect(new Date(resolvedAt ?? '').toISOString()).toBe(resolvedAt);
    expect(resolvedAt).not.toBe(moment);
    expect(revision).toMatch(/^[0-9a-f]{32}$/);
    expect(revision).not.toBe('0'.repeat(32));
  });

  it('finds them in bytes, behind any character, indented or not', () => {
    for (const indent of [undefined, 2]) {
      const text = JSON.stringify(
        ['é€😀', { position: 3, durationSeconds: 10, sig: '?sig=' + signature }],
        null,
        indent,
      );
      const fresh = createFreshText(text)().toString();
      expect(fresh.length).toBe(text.length);
      expect(JSON.parse(fresh)).toEqual([
        'é€😀',
        { position: 3, durationSeconds: 11, sig: expect.stringMatching(/^\?sig=[0-9a-f]{64}$/) as string },
      ]);
      expect(fresh).not.toContain(signature);
    }
  });
});
