import { describe, expect, it } from 'vitest';
import { describeLevel } from '../../bench/credential/table.js';
import { printCredentials } from '../../bench/credential/table.js';
import { printStarts } from '../../bench/start/table.js';
import type { CaseResult, Subject } from '../../bench/table.js';
import { printTail } from '../../bench/tail.js';

const server: Subject = { name: 'facade', upstream: { mode: 'signed' } };

const windowOf = (round: number, p99: number, pauseMs: number): CaseResult['windows'][number] => ({
  ...{ server, round, cpuMsPerQuery: 1, requestsPerQuery: 1, queries: 1, seconds: 1, failed: 0, bytes: 1 },
  ...{
    p50: 10,
    p99,
    pauseMs,
    gcMs: 5,
    maxGcMs: pauseMs / 2,
    gcShare: 0.05,
    residentBytes: 1e8 * (round + 1),
  },
});

describe('the tail', () => {
  it('has the median ratio of the rounds, the longest pauses and the memory at the end', () => {
    const windows = [windowOf(0, 20, 30), windowOf(1, 30, 12), windowOf(2, 90, 8)];
    const result = { case: { name: 'Q1', title: 'one screen' }, lone: new Map(), windows } as const;
    expect(printTail([result], [server])).toContain(
      '| Q1: one screen | this façade | signed | 10 | 30 | 3.0 | 30 | 15 | 5.0 | 300 |',
    );
  });
});

const roundsOf = (...levels: number[]) =>
  levels.map((usedMb) => ({ usedMb, residentMb: 2 * usedMb, cpuMsPerQuery: 1.5 }));

describe('the memory of many credentials', () => {
  it('is level where the second half of the rounds adds less than a twentieth', () => {
    expect(describeLevel({ rounds: roundsOf(50, 80, 100, 101, 104) })).toBe('level (+4.0 %)');
    expect(describeLevel({ rounds: roundsOf(50, 80, 100, 101, 90) })).toBe('level (−10.0 %)');
    expect(describeLevel({ rounds: roundsOf(50, 80, 100, 105, 110) })).toBe('growing (+10.0 %)');
  });

  it('is printed after each round', () => {
    const result = { credentials: 64, start: { residentMb: 80, usedMb: 30 }, rounds: roundsOf(50, 51) };
    const text = printCredentials([{ ...result, mode: 'signed' }]);
    expect(text).toContain('64 credentials, upstream signed; after the first half level (+2.0 %)');
    expect(text).toContain('| nothing | 80 | 30.0 |  |');
    expect(text).toContain('| 2 queries | 102 | 51.0 | 1.5 |');
  });
});

describe('the table of starts', () => {
  it('has the median, and the first starts apart', () => {
    const starts = (...times: number[]) => times.map((milliseconds) => ({ milliseconds, idleMb: 80 }));
    const text = printStarts({ first: starts(900, 700, 800), further: starts(300) });
    expect(text).toContain('| first, nothing compiled yet | 800 | 700 | 900 | 80 |');
    expect(text).toContain('| further | 300 | 300 | 300 | 80 |');
  });

  it('says so where the memory is unknown', () => {
    const start = [{ milliseconds: 1, idleMb: undefined }];
    expect(printStarts({ first: start, further: start })).toContain('| unknown |');
  });
});
