import { describe, expect, it } from 'vitest';
import { cases } from '../../bench/case.js';
import { help, readOptions } from '../../bench/option.js';
import { printVersions } from '../../bench/version/table.js';

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
  it('--upstream: what the case needs where none is named, and in the order of the list', () => {
    expect(upstreamOf()).toBeUndefined();
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

describe('versions', () => {
  it('needs another Node.js beside that of --node, and knows its version', () => {
    expect(() => readOptions(['--cases', 'versions'])).toThrow('--cases versions needs --beside');
    expect(() => readOptions(['--beside', '/nowhere/node'])).toThrow('--beside is "/nowhere/node"');
    expect(readOptions(['--cases', 'versions', '--beside', process.execPath])).toMatchObject({
      extras: ['versions'],
      beside: [{ path: process.execPath, version: process.version }],
    });
  });

  it('are columns, each against the first one', () => {
    const [each] = cases;
    if (each === undefined) throw new Error('There is no case.');
    const cpuMs = new Map([
      ['v26.0.0', 0.5],
      ['v20.0.0', 0.6],
    ]);
    expect(printVersions([{ case: each, mode: 'signed', cpuMs }])).toBe(
      [
        '| query | upstream | v26.0.0, CPU ms | v20.0.0, CPU ms | × v26.0.0 |',
        '| --- | --- | --- | --- | --- |',
        '| Q1: one screen | signed | 0.5 | 0.6 | 1.20 |',
        '',
      ].join('\n'),
    );
  });
});

describe('the cases', () => {
  const casesOf = (...args: string[]) => {
    const options = readOptions(args);
    if (options === 'help') throw new Error('No help was asked for.');
    return [...options.cases.map(({ name }) => name), ...options.extras];
  };

  it('--cases: the queries, filters and subscriptions where none is named', () => {
    expect(casesOf()).toEqual(['Q1', 'Q2', 'Q3', 'Q4', 'Q5', 'find', 'live']);
    expect(casesOf('--latency', '20')).toEqual(['Q1', 'Q2', 'Q3', 'Q4', 'Q5']);
  });

  it('--cases: what takes long is named', () => {
    expect(casesOf('--cases', 'growth,Q2')).toEqual(['Q2', 'growth']);
    for (const name of ['credentials', 'growth', 'start', 'waves', 'mechanisms'])
      expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  it('takes numbers above 0 alone', () => {
    expect(readOptions(['--warm-up', '15', '--largest', '300'])).toMatchObject({
      warmUpSeconds: 15,
      largest: 300,
    });
    for (const option of ['--rounds', '--warm-up', '--credentials', '--largest'])
      expect(() => readOptions([option, '0'])).toThrow(
        `${option} is "0", but must be a whole number above 0`,
      );
  });
});
