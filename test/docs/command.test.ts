import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks, read, root } from './markdown.js';
import { pages } from './page.js';

/** Which test runs a command, and a part of the test's text that shows it. */
const runners: readonly (readonly [command: RegExp, test: string, proof: string])[] = [
  [/^curl -s http:\/\/127\.0\.0\.1:4000\/graphql/, 'test/docs/example.ts', 'curl '],
  [/^curl http:\/\/127\.0\.0\.1:4000\/graphql -o /, 'test/export/file.test.ts', "'A list as a file'"],
  [/^curl -sN http:\/\/127\.0\.0\.1:4000\/graphql/, 'test/docs/live.test.ts', 'curl -sN '],
  [/^curl -sg -H /, 'test/docs/operation.test.ts', 'curl -sg -H '],
  [/^npm ci && npm start$/, 'test/deploy/stock-machine.sh', 'npm ci && npm start'],
  [/^npm init|^npx gql\.tada /, 'test/docs/typed-client.test.ts', 'npx'],
  [/^npm ci && npm pack$|^npm install \.\.\/|^docker build /, 'test/docs/get.test.ts', "'How to get it'"],
  [
    /^npm ci && npm run build\nNODE_ENV=production .* node dist\/main\.js$/,
    'test/docs/get.test.ts',
    'operation.md',
  ],
  [/^npm exec --no -- partner-graphql contract /, 'test/package/install.test.ts', "'contract', url"],
  [/^npm exec --no -- partner-graphql check /, 'test/package/install.test.ts', "'check'"],
  [/^npm exec --no -- partner-graphql simulator /, 'test/package/install.test.ts', "'simulator'"],
  [/^FEDERATION=true npm start$/, 'test/federation/router.ts', 'FEDERATION: true'],
  [
    /^npx vitest run --config test\/vitest\.config\.ts /,
    'test/docs/contributing.test.ts',
    'names files that exist',
  ],
  [/^npm run bench -- --help$/, 'test/bench/option.test.ts', '--help'],
];

const commands = pages
  .filter(({ path }) => !path.startsWith('examples/') && !path.startsWith('deploy/'))
  .flatMap(({ path, text }) =>
    codeBlocks(text)
      .filter(({ language }) => language === 'sh')
      .map((block) => [path, block.text.trim()] as const),
  );

describe('the commands of the pages', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(6);
  });

  it.each(commands)('%s: a test runs %j', (_path, command) => {
    const runner = runners.find(([pattern]) => pattern.test(command));
    expect(runner, 'name the test that runs it').toBeDefined();
    const [, test = '', proof = ''] = runner ?? [];
    expect(existsSync(join(root, test))).toBe(true);
    expect(read(test)).toContain(proof);
  });
});
