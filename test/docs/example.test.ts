import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { examplesOf, settled } from './example.js';
import { codeBlocks, read } from './markdown.js';

const examples = examplesOf(codeBlocks(read('README.md')));

describe('the operations of the README', () => {
  it('are found, with their answers', () => {
    expect(examples.map(({ heading }) => heading)).toEqual(['Start', 'Pagination', 'Errors', 'Cost']);
  });

  it.each(examples)('$heading: is answered as it stands there', async ({ headers, body, answer }) => {
    const { facade } = await startSystem();
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', { method: 'POST', headers, body }),
    );
    const { extensions, ...answered } = (await response.json()) as Readonly<Record<string, unknown>>;
    // `extensions` may be left out of the README, and nothing else.
    const shown = 'extensions' in answer ? { ...answered, extensions } : answered;
    expect(settled(shown)).toEqual(settled(answer));
  });
});
