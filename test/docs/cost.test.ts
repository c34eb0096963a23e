import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operations } from '../../bench/requests/operation.js';
import { codeSpans, firstSpans, read, section, tableRows } from './markdown.js';

const page = read('docs/cost.md');

describe('docs/cost.md', () => {
  it('has every root field of the schema', () => {
    const fields = Object.keys(buildSchema(read('schema.graphql')).getQueryType()?.getFields() ?? {});
    const listed = tableRows(section(page, 'What each field costs'))
      .flatMap(([cell = '']) => codeSpans(cell))
      .map((span) => span.replace(/\(.*$/, ''));
    expect(listed).toEqual(expect.arrayContaining(fields));
  });

  it('has every member of extensions.upstream', () => {
    const source = read('src/operation/result.ts');
    const body = /interface UpstreamCost \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
    const members = [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name);
    // These appear only on request, and the text explains them.
    const onRequest = ['trace', 'plan', 'requestsPerMinute'];
    const always = members.filter((name) => !onRequest.includes(name));
    expect(firstSpans(section(page, 'What an operation cost'))).toEqual(always);
  });

  it('has every operation that npm run bench:requests counts, in its order', () => {
    const table = page.split('<!-- bench:requests -->')[1] ?? '';
    expect(tableRows(table).map(([title]) => title)).toEqual(operations.map(({ title }) => title));
  });
});
