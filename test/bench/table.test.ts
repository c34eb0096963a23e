import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeLevel } from '../../bench/credential/table.js';
import { exponentOf, upperHalf } from '../../bench/growth/fit.js';
import { memoryPoints } from '../../bench/growth/table.js';
import { eventCost } from '../../bench/live/table.js';
import { saving } from '../../bench/mechanism/table.js';
import type { UpstreamMode } from '../../bench/mode.js';
import { printStarts } from '../../bench/start/table.js';
import { type CaseResult, printModes, type Subject } from '../../bench/table.js';
import { printTail } from '../../bench/tail.js';
import { printVariants } from '../../bench/variant/table.js';

const subject = (mode: UpstreamMode): Subject => ({ name: 'facade', upstream: { mode } });
const [base, signed] = [subject('static'), subject('signed')];

type Window = CaseResult['windows'][number];

const window = (server: Subject, round: number, more: Partial<Window>): Window => ({
  ...{
    server,
    round,
    cpuMsPerQuery: 1,
    requestsPerQuery: 1,
    queries: 1,
    seconds: 1,
    failed: 0,
    bytes: 1,
  },
  ...{ p50: 10, p99: 10, pauseMs: 20, gcMs: 5, maxGcMs: 2, gcShare: 0.05, residentBytes: 1e8 },
  ...more,
});

const resultOf = (...windows: Window[]): CaseResult => ({
  case: { name: 'Q1', title: 'one screen' },
  lone: new Map(),
  windows,
});

/** One window for each processor time of each subject. */
const timesOf = (times: readonly (readonly [Subject, readonly number[]])[]): CaseResult =>
  resultOf(
    ...times.flatMap(([server, rounds]) =>
      rounds.map((cpuMsPerQuery, round) => window(server, round, { cpuMsPerQuery })),
    ),
  );

describe('the table of modes', () => {
  it('has the median of each mode, and that of its ratios to static within a round', () => {
    const result = timesOf([
      [base, [1, 4, 2]],
      [signed, [2, 4.4, 3]],
    ]);
    expect(printModes([result], [base, signed])).toBe(
      [
        '| query | server | static, CPU ms | signed, CPU ms | × static |',
        '| --- | --- | --- | --- | --- |',
        '| Q1: one screen | this façade | 2 | 3 | 1.50 |',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['tls', 'compares HTTPS with what it sends over HTTP', ' × signed |\n', '| 2 | 3 | 1.50 |\n'],
    ['gzip', 'has no ratios where static is not measured', '\n', '| 2 | 3 |\n'],
  ] as const)('%s: %s', (mode, _what, ratioHead, row) => {
    const other = subject(mode);
    const result = timesOf([
      [signed, [2]],
      [other, [3]],
    ]);
    const printed = printModes([result], [signed, other]);
    expect(printed).toContain(`| query | server | signed, CPU ms | ${mode}, CPU ms |${ratioHead}`);
    expect(printed).toContain(row);
  });
});

it('façades side by side: the middle process by its cheapest round against that of the first column, and the ratios of the rounds', () => {
  const costs = [
    [
      [0.5, 1],
      [0.4, 0.4],
      [2, 2],
    ],
    [
      [0.75, 0.6],
      [0.3, 0.4],
      [3, 2],
    ],
  ];
  const result = {
    case: { name: 'Q1', title: 'one screen' },
    mode: 'signed',
    credentials: 64,
    costs,
  } as const;
  const variants = [{ name: 'v26.0.0' }, { name: 'v20.0.0' }];
  expect(printVariants([result], variants, 'CPU ms')).toContain(
    '| Q1: one screen | signed | 64 | 0.75 | 0.675 | 1.20 | 0.60 to 1.50 |\n',
  );
});

it('the tail has the median ratio of the rounds, the longest pauses and the memory at the end', () => {
  const windows = [
    window(signed, 0, { p99: 20, pauseMs: 30, maxGcMs: 15 }),
    window(signed, 1, { p99: 30, pauseMs: 12, maxGcMs: 6 }),
    window(signed, 2, { p99: 90, pauseMs: 8, maxGcMs: 4, residentBytes: 3e8 }),
  ];
  expect(printTail([resultOf(...windows)], [signed])).toContain(
    '| Q1: one screen | this façade | signed | 10 | 30 | 3.0 | 30 | 15 | 5.0 | 300 |',
  );
});

it.each([
  [[50, 80, 100, 101, 104], 'level (+4.0 %)'],
  [[50, 80, 100, 101, 90], 'level (−10.0 %)'],
  [[50, 80, 100, 105, 110], 'growing (+10.0 %)'],
])(
  'memory is level where the second half of the rounds adds less than a twentieth: %j, %s',
  (mb, level) => {
    const rounds = mb.map((usedMb) => ({ usedMb, residentMb: 2 * usedMb, cpuMsPerQuery: 1.5 }));
    expect(describeLevel({ rounds })).toBe(level);
  },
);

it('starts have their median, and the first starts apart', () => {
  const starts = (...times: number[]) =>
    times.map((milliseconds) => ({ milliseconds, idleMb: 80 }));
  const text = printStarts({ first: starts(900, 700, 800), further: starts(300) });
  expect(text).toContain('| first, nothing compiled yet | 800 | 700 | 900 | 80 |');
  expect(text).toContain('| further | 300 | 300 | 300 | 80 |');
});

it('an event costs what the window beyond one subscriber of each poll costs', () => {
  const windowOf = (cpuMs: number, runs: number, events: number) => ({ cpuMs, runs, events });
  expect(eventCost(windowOf(150, 10, 1010), windowOf(100, 10, 10))).toBe(50);
});

it('a mechanism saves a share of the processor time without it', () => {
  expect([1.25, 1, 0.8].map(saving)).toEqual(['20 %', '0 %', '−25 %']);
});

describe('growth', () => {
  it('has the exponent of the power that the points follow', () => {
    const values = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), {
      minLength: 4,
      maxLength: 12,
    });
    const factor = fc.double({ min: 0.001, max: 1000, noNaN: true });
    const power = fc.double({ min: -1, max: 3, noNaN: true });
    fc.assert(
      fc.property(values, factor, power, (xs, c, e) => {
        expect(exponentOf(xs.map((x) => ({ x, y: c * x ** e })))).toBeCloseTo(e, 6);
      }),
    );
  });

  it('has that of the upper half, where a fixed cost weighs little, and none of one place or of zeros', () => {
    const points = [1, 2, 1000, 10_000, 100_000].map((x) => ({ x, y: x < 1000 ? 5000 : x }));
    expect(exponentOf(upperHalf(points))).toBeCloseTo(1, 6);
    expect(exponentOf([1, 3].map((y) => ({ x: 2, y })))).toBeUndefined();
    expect(exponentOf([1, 2, 3].map((x) => ({ x, y: 0 })))).toBeUndefined();
  });

  it.each([
    [
      'what is needed beyond the first value that does not fit',
      [100, 101, 110, 191, 1001],
      [
        [900, 81],
        [9900, 891],
      ],
    ],
    ['nothing where a warm process has room for all values', [100, 100, 101], []],
  ])('of memory is %s', (_what, peaks, beyond) => {
    const points = peaks.map((peakMb, index) => ({ x: 10 ** index, cpuMs: 1, peakMb, usedMb: 30 }));
    expect(memoryPoints({ points }).map(({ x, y }) => [x, y])).toEqual(beyond);
  });
});
