import { describe, expect, it } from 'vitest';
import { startCommand } from '../rig/command.js';
import { codeBlocks, manifest, read } from './markdown.js';

const blocks = codeBlocks(read('README.md')).filter(({ heading }) => heading === 'How to get it');
const lines = blocks.flatMap(({ text }) => text.trim().split('\n'));

/** The environment of a container: the image's, and what `docker run` adds. */
const environmentOf = (line: string): Readonly<Record<string, string>> => {
  const image = /^ENV (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '';
  const pairs = [
    ...image.split(' '),
    ...[...line.matchAll(/ -e (\S+)/g)].map(([, pair = '']) => pair),
  ];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return [name, value] as const;
    }),
  );
};

/** The status of a request over HTTP, and behind a proxy that ends TLS. */
async function statusesOf(settings: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const { url } = await startCommand({ ...settings, PORT: '0' });
  const address = `http://127.0.0.1:${new URL(url).port}/graphql?query={__typename}`;
  const ask = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(address, { headers })).status;
  return [await ask({}), await ask({ 'x-forwarded-proto': 'https' })];
}

describe('how to get it, in the README', () => {
  it('names the file that npm packs', () => {
    const file = `${manifest.name}-${manifest.version}.tgz`;
    expect(lines.slice(0, 3)).toEqual([
      'npm ci && npm pack',
      `npm install ../partner-graphql/${file}`,
      'npm exec --no -- partner-graphql',
    ]);
  });

  it('builds the image that it runs, on the port that the image names', () => {
    const [build = '', ...runs] = lines.slice(3);
    expect(build).toBe('docker build -t partner-graphql .');
    expect(runs).toHaveLength(2);
    const port = /\bPORT=(\d+)/.exec(read('Dockerfile'))?.[1] ?? '';
    for (const run of runs)
      expect(run).toMatch(new RegExp(`^docker run --rm -p ${port}:${port} .* partner-graphql$`));
  });

  it('starts the production command of docs/operation.md, which requires HTTPS of clients, and believes the proxy', async () => {
    const block = codeBlocks(read('docs/operation.md')).find(({ heading }) => heading === 'Deploy');
    const [, line = ''] = block?.text.trim().split('\n') ?? [];
    expect(line).toMatch(/ node dist\/main\.js$/);
    const settings = [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(await statusesOf(Object.fromEntries(settings))).toEqual([426, 200]);
  });

  it('starts the image with the simulator over HTTP, and in production behind a proxy alone', async () => {
    const [, simulated = '', real = ''] = lines.slice(3);
    expect(await statusesOf(environmentOf(simulated))).toEqual([200, 200]);
    expect(await statusesOf(environmentOf(real))).toEqual([426, 200]);
  });
});
