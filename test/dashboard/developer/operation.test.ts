import { describe, expect, it } from 'vitest';
import { readTrace, toBars } from '../../../src/dashboard/developer/operation.js';

const request = (wave: number, milliseconds: number) => ({
  operation: 'partnerV1_screens',
  path: '/api/partner/v1/screens?page=1&limit=100',
  status: 200,
  milliseconds,
  wave,
});

describe('a trace', () => {
  it('is laid out by waves: one begins when the slowest request of the one before has ended', () => {
    const bars = toBars(readTrace({ trace: [request(1, 30), request(1, 10), request(2, 70)] }));
    expect(bars.map(({ start, width }) => [start, width])).toEqual([
      [0, 0.3],
      [0, 0.1],
      [0.3, 0.7],
    ]);
  });

  it('of requests that took no time fills the width', () => {
    expect(toBars(readTrace({ trace: [request(1, 0)] }))).toMatchObject([{ start: 0, width: 1 }]);
  });

  it.each([undefined, {}, { trace: null }, { trace: ['no', 7, null] }])(
    'in %j is empty',
    (cost) => {
      expect(readTrace(cost)).toEqual([]);
    },
  );

  it('keeps what it understands of a request', () => {
    expect(readTrace({ trace: [{ path: '/x', status: 'timeout' }] })).toEqual([
      { operation: '', path: '/x', scope: '', status: 'timeout', milliseconds: 0, wave: 0 },
    ]);
  });
});
