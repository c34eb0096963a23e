import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { examplesOf, normalize } from './example.js';
import { codeBlocks } from './markdown.js';
import { pages } from './page.js';

const examples = pages.flatMap(({ path, text }) =>
  examplesOf(codeBlocks(text)).map((example) => ({ path, ...example })),
);

describe('the operations of the pages', () => {
  it('are found, with their responses', () => {
    expect(examples.map(({ path, heading }) => `${path} ${heading}`)).toEqual([
      'README.md Start',
      'docs/cost.md What an operation cost',
      'docs/cost.md What an operation would cost',
      'docs/errors.md Errors',
      'docs/find.md Filter',
      'docs/find.md Order',
      'docs/pagination.md Pagination',
    ]);
  });

  it.each(examples)('$path, $heading: the response is the one on the page', async (example) => {
    const { facade } = await startSystem();
    const { headers, body } = example;
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', { method: 'POST', headers, body }),
    );
    const { extensions, ...result } = (await response.json()) as Readonly<Record<string, unknown>>;
    // A page may leave out `extensions`, and nothing else.
    const shown = 'extensions' in example.response ? { ...result, extensions } : result;
    expect(normalize(shown)).toEqual(normalize(example.response));
  });
});
