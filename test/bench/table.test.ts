import { describe, expect, it } from 'vitest';
import type { UpstreamMode } from '../../bench/mode.js';
import { type CaseResult, printModes, type Subject } from '../../bench/table.js';

const subject = (mode: UpstreamMode): Subject => ({ name: 'facade', upstream: { mode } });

const window = (server: Subject, round: number, cpuMsPerQuery: number): CaseResult['windows'][number] => ({
  server,
  round,
  cpuMsPerQuery,
  requestsPerQuery: 1,
  queries: 1,
  seconds: 1,
  p50: 1,
  p99: 1,
  failed: 0,
  bytes: 1,
  pauseMs: 20,
  gcMs: 5,
  maxGcMs: 2,
  gcShare: 0.05,
  residentBytes: 1e8,
});

const resultOf = (windows: CaseResult['windows']): CaseResult => ({
  case: { name: 'Q1', title: 'one screen' },
  lone: new Map(),
  windows,
});

describe('the table of modes', () => {
  it('has the median of each mode, and that of its ratios to static within a round', () => {
    const [base, signed] = [subject('static'), subject('signed')];
    const windows = [
      window(base, 0, 1),
      window(signed, 0, 2),
      window(base, 1, 4),
      window(signed, 1, 4.4),
      window(base, 2, 2),
      window(signed, 2, 3),
    ];
    expect(printModes([resultOf(windows)], [base, signed])).toBe(
      [
        '| query | server | static, CPU ms | signed, CPU ms | × static |',
        '| --- | --- | --- | --- | --- |',
        '| Q1: one screen | this façade | 2 | 3 | 1.50 |',
        '',
      ].join('\n'),
    );
  });

  it('compares HTTPS with what it sends over HTTP', () => {
    const [signed, tls] = [subject('signed'), subject('tls')];
    const printed = printModes([resultOf([window(signed, 0, 2), window(tls, 0, 3)])], [signed, tls]);
    expect(printed).toContain('| query | server | signed, CPU ms | tls, CPU ms | × signed |\n');
    expect(printed).toContain('| 2 | 3 | 1.50 |\n');
  });

  it('has no ratios where static is not measured', () => {
    const [signed, gzip] = [subject('signed'), subject('gzip')];
    const printed = printModes([resultOf([window(signed, 0, 2), window(gzip, 0, 3)])], [signed, gzip]);
    expect(printed).toContain('| query | server | signed, CPU ms | gzip, CPU ms |\n');
    expect(printed).toContain('| 2 | 3 |\n');
  });
});
