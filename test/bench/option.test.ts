import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { help, readOptions } from '../../bench/option.js';

const own = { path: process.execPath, version: process.version };
const head = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
const queries = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'].map((name) => ({ name }));

describe('npm run bench', () => {
  it.each([
    ['', { node: own.path, nodeVersion: own.version, upstream: undefined, minutes: 1 }],
    ['', { cases: queries, extras: ['find', 'live'] }],
    [`--node ${own.path}`, { node: own.path, nodeVersion: own.version }],
    ['--latency 20', { cases: queries, extras: [] }],
    ['--cases growth,Q2', { cases: [{ name: 'Q2' }], extras: ['growth'] }],
    ['--cases live --minutes 10', { cases: [], extras: ['live'], minutes: 10 }],
    ['--upstream gzip,static,signed', { upstream: ['static', 'signed', 'gzip'] }],
    ['--warm-up 15 --largest 300', { warmUpSeconds: 15, largest: 300 }],
    [`--cases versions --beside ${own.path}`, { extras: ['versions'], beside: [own] }],
    ['--against HEAD', { cases: [], extras: ['against'], against: head }],
    ['--against HEAD --starts 5', { starts: 5, areInstructionsCounted: false }],
    ['--against HEAD --instructions', { extras: ['against'], areInstructionsCounted: true }],
    ['--against HEAD --cases Q1', { cases: [{ name: 'Q1' }], extras: ['against'] }],
  ])('%s', (line, expected) => {
    expect(readOptions(line.split(' ').filter(Boolean))).toMatchObject(expected);
  });

  it.each([
    ...['/nowhere/node', '/bin/echo', ''].map((node) => [
      `--node=${node}`,
      `--node is "${node}", but must be the path of a Node.js that starts`,
    ]),
    [
      '--upstream=static,lively',
      '--upstream is "lively", but must be of static, signed, reordered, pretty, gzip, br, tls, tls-h2',
    ],
    ['--cases=versions', '--cases versions needs --beside'],
    ['--beside=/nowhere/node', '--beside is "/nowhere/node"'],
    ['--cases=against', '--cases against needs --against'],
    ...['nothing', '--help', ''].map((commit) => [
      `--against=${commit}`,
      `--against is "${commit}", but must be a commit of this repository`,
    ]),
    ...['--rounds', '--starts', '--warm-up', '--credentials', '--largest'].map((option) => [
      `${option}=0`,
      `${option} is "0", but must be a whole number above 0`,
    ]),
  ])('%s is refused before anything starts', (argument = '', message) => {
    expect(() => readOptions([argument])).toThrow(message);
  });

  it('--help names every mode, and what takes long', () => {
    expect(readOptions(['--help'])).toBe('help');
    expect(help).toContain('static, signed, reordered, pretty, gzip, br, tls, tls-h2');
    for (const name of ['credentials', 'growth', 'start', 'waves', 'mechanisms'])
      expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
});
