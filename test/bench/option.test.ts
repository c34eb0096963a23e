import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { help, readOptions } from '../../bench/option.js';
import { printVariants } from '../../bench/variant/table.js';

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
});

describe('a comparison with a commit', () => {
  it('needs no other option, and measures the named queries alone', () => {
    const [commit] = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).split(
      '\n',
    );
    expect(readOptions(['--against', 'HEAD'])).toMatchObject({
      cases: [],
      extras: ['against'],
      against: commit,
    });
    expect(readOptions(['--against', 'HEAD', '--cases', 'Q1'])).toMatchObject({
      cases: [{ name: 'Q1' }],
      extras: ['against'],
    });
  });

  it('is refused without a commit, and with what is none', () => {
    expect(() => readOptions(['--cases', 'against'])).toThrow('--cases against needs --against');
    for (const text of ['nothing', '--help', ''])
      expect(() => readOptions([`--against=${text}`])).toThrow(
        `--against is "${text}", but must be a commit of this repository`,
      );
  });
});

describe('the table of façades side by side', () => {
  it('has the ratio of the cheapest rounds to the first column, and the ratios of the rounds', () => {
    const variants = [{ name: 'v26.0.0' }, { name: 'v20.0.0' }];
    const cpuMs = [
      [0.5, 1],
      [0.75, 0.6],
    ];
    const result = {
      case: { name: 'Q1', title: 'one screen' },
      mode: 'signed',
      credentials: 64,
      cpuMs,
    } as const;
    expect(printVariants([result], variants)).toBe(
      [
        '| query | upstream | credentials | v26.0.0, CPU ms | v20.0.0, CPU ms | × v26.0.0 | by round |',
        '| --- | --- | --- | --- | --- | --- | --- |',
        '| Q1: one screen | signed | 64 | 0.75 | 0.675 | 1.20 | 0.60 to 1.50 |',
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
