import { describe, expect, it } from 'vitest';
import { examples } from '../examples/example.js';
import { expectOnPage, pinned, table } from './conformance.js';
import { manifest, read } from './markdown.js';

const { engines, scripts } = manifest;

/** What an example needs to be checked and started, and no reader asks for. */
const isTool = (name: string): boolean =>
  /^(?:@types\/|partner-graphql$|tsx$|typescript$)/.test(name);

/** Each example, with the packages that its tests run it with. */
const exampleRows = examples.map(({ name, manifest: { dependencies, devDependencies } }) => [
  `[${name}](../examples/${name}/README.md)`,
  Object.keys({ ...dependencies, ...devDependencies })
    .filter((each) => !isTool(each))
    .map((each) => pinned(each, `examples/${name}/package.json`))
    .join(', ') || 'no other package',
]);

/** The lines of Node.js on which `.ci/run` runs some of the tests beside its own. */
const lines = /^for line in ([\d ]+); do$/m.exec(read('.ci/run'))?.[1]?.split(' ') ?? [];
const nodeChange = '`npm run test:node`: what another line of Node.js can change';
const everyChange = '`npm run test:graphql`: that, and what graphql 17 can change';

describe('docs/conformance.md', () => {
  it('has the versions that the examples and .ci/run name', async () => {
    expect(lines.length).toBeGreaterThan(1);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['test:node', 'test:graphql']));
    await expectOnPage({
      'Clients and servers': `The examples, and what the tests run them with:\n\n${table([
        ['example', 'packages'],
        ...exampleRows,
        ['[python](../examples/python/README.md)', 'the standard library of Python 3.11 and later'],
      ])}`,
      'Node.js': table([
        ['Node.js', 'tests'],
        [`the machine's own, ${engines.node}`, `\`npm run check\`, with ${pinned('graphql')}`],
        ...lines.map((line) => [line, line === lines.at(-1) ? everyChange : nodeChange]),
      ]),
    });
  });
});
