import { describe, expect, it } from 'vitest';
import { startCommand } from '../rig/command.js';
import { codeBlocks, read } from './markdown.js';

describe('the production command of docs/operation.md', () => {
  it('starts, requires HTTPS of clients, and believes the proxy', async () => {
    const block = codeBlocks(read('docs/operation.md')).find(({ heading }) => heading === 'Deploy');
    const [, line = ''] = block?.text.trim().split('\n') ?? [];
    expect(line).toMatch(/ node dist\/main\.js$/);
    const settings = Object.fromEntries(
      [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const),
    );
    const { url } = await startCommand(settings);
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`http://127.0.0.1:${new URL(url).port}/graphql?query={__typename}`, { headers })).status;
    expect(await statusOf({})).toBe(426);
    expect(await statusOf({ 'x-forwarded-proto': 'https' })).toBe(200);
  });
});
