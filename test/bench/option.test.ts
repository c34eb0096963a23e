import { describe, expect, it } from 'vitest';
import { help, readOptions } from './option.js';

describe('npm run bench', () => {
  it('measures the Node.js that runs it unless another one is named, and knows which it is', () => {
    const own = { node: process.execPath, nodeVersion: process.version };
    expect(readOptions([])).toMatchObject(own);
    expect(readOptions(['--node', process.execPath])).toMatchObject(own);
    expect(help).toContain('--node PATH');
  });

  it.each(['/nowhere/node', '/bin/echo', ''])('refuses --node %j before anything starts', (node) => {
    expect(() => readOptions(['--node', node])).toThrow(
      `--node is "${node}", but must be the path of a Node.js that starts`,
    );
  });
});
