import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, read } from '../docs/markdown.js';
import { serve } from './serve.js';
import { examples } from './example.js';
import { type UnpackedPackage, unpack } from './packed.js';
import { addressIn, runLine } from './terminal.js';

let unpacked: UnpackedPackage;
beforeAll(() => {
  unpacked = unpack();
}, 240_000);
afterAll(() => unpacked.remove());

/** They have tests of their own: routers and Next.js are large, and a page needs a browser. */
const elsewhere = ['federation', 'next', 'react'];
/** `npm install` takes most of the time, so only this one does it; with EXAMPLES=install, all do. */
const installs = (name: string): boolean => process.env['EXAMPLES'] === 'install' || name === 'node-http';

const blocksOf = (name: string): readonly CodeBlock[] => codeBlocks(read(`examples/${name}/README.md`));

/** The lines of a block; a backslash at the end of one continues it. */
const linesOf = ({ text }: CodeBlock): readonly string[] => text.trim().split(/(?<!\\)\n/);

/** Runs the lines of a page with free ports in place of 3000, 4000 and 8080. */
async function readerOf(name: string): Promise<(line: string) => Promise<string>> {
  const { url, credential } = await serve();
  const env: Record<string, string> = { FACADE_URL: url, PARTNER_CREDENTIAL: credential, PORT: '0' };
  let server = '';
  return async (line) => {
    if (line === 'npm install' && !installs(name)) {
      unpacked.link(name);
      return '';
    }
    const onFreePort = line
      .replace('npm run simulator', 'npm run simulator -- --port 0')
      .replace('http://127.0.0.1:3000', server);
    const printed = await runLine(onFreePort, unpacked.folderOf(name), env);
    if (line === 'npm run simulator') env['PARTNER_API_URL'] = addressIn(printed) ?? '';
    else server = addressIn(printed) ?? server;
    return printed;
  };
}

describe('by the commands of its page, an example prints what the page shows', () => {
  it.each(examples.filter(({ name }) => !elsewhere.includes(name)))(
    '$name',
    async ({ name }) => {
      const run = await readerOf(name);
      for (const block of blocksOf(name).filter(({ language }) => language === 'sh')) {
        let printed = '';
        for (const line of linesOf(block)) printed = await run(line);
        if (block.next?.language === 'text')
          for (const part of block.next.text.trim().split('…')) expect(printed).toContain(part);
      }
    },
    180_000,
  );
});
