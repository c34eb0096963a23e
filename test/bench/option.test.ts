import { describe, expect, it } from 'vitest';
import { help, readOptions } from '../../bench/option.js';

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

const upstreamOf = (...args: string[]): unknown => {
  const options = readOptions(args);
  return options === 'help' ? options : options.upstream;
};

describe('the options of the bench', () => {
  it('--upstream: static where none is named, and in the order of the list', () => {
    expect(upstreamOf()).toEqual(['static']);
    expect(upstreamOf('--upstream', 'gzip,static,signed')).toEqual(['static', 'signed', 'gzip']);
  });

  it('--upstream: an unknown mode is refused with the known ones', () => {
    expect(() => upstreamOf('--upstream', 'static,lively')).toThrow(
      '--upstream is "lively", but must be of static, signed, reordered, pretty, gzip, br, tls, tls-h2',
    );
  });

  it('--help names every mode', () => {
    expect(upstreamOf('--help')).toBe('help');
    expect(help).toContain('static, signed, reordered, pretty, gzip, br, tls, tls-h2');
  });
});
