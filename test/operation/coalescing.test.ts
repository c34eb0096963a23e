import { describe, expect, it } from 'vitest';
import { Coalescing, joinedResponse } from '../../src/operation/coalescing.js';
import type { CheckedOperation } from '../../src/operation/documents/checked-operation.js';
import type { OperationResult } from '../../src/operation/result.js';

const upstream = { requests: 2, limit: 250, estimated: 5, cached: 3, shared: 1, requestId: 'first' };
const data = {};

describe('the response of a client that has joined', () => {
  it('counts as shared what the run has sent and shared', () => {
    expect(
      joinedResponse({ data, extensions: { upstream: { ...upstream, cached: 0 } } }, 'second'),
    ).toMatchObject({
      extensions: { upstream: { requests: 0, shared: 3, cached: 0, requestId: 'second' } },
    });
  });

  it('counts kept parts, whose age it carries', () => {
    const kept: OperationResult = { data, extensions: { upstream, http: { headers: { Age: '5' } } } };
    expect(joinedResponse(kept, 'second')).toEqual({
      data,
      extensions: {
        upstream: {
          ...upstream,
          requests: 0,
          shared: 3,
          cached: 3,
          deduplicated: 0,
          primed: 0,
          swept: 0,
          requestId: 'second',
        },
        http: { headers: { Age: '5' } },
      },
    });
  });
});

describe('coalescing of equal operations', () => {
  const operation = {} as CheckedOperation; // A key, whose members are never read.
  const alike = { tenant: {}, operation, variables: '{}' };
  const operationAt = (startedAt: number) => ({ isFresh: () => true, startedAt, clients: 1 });

  it('joins a run in the first half of its time, and then the newer one', () => {
    let now = 5000;
    const coalescing = new Coalescing(30_000, () => now);
    const [older, newer] = [operationAt(5000), operationAt(20_001)];
    const closeOlder = coalescing.add(alike, older);
    now = 20_000;
    expect(coalescing.find(alike)).toBe(older);
    now = 20_001;
    expect(coalescing.find(alike)).toBeUndefined();
    const closeNewer = coalescing.add(alike, newer);
    expect(coalescing.find(alike)).toBe(newer);
    closeOlder();
    expect(coalescing.find(alike)).toBe(newer);
    closeNewer();
    expect(coalescing.find(alike)).toBeUndefined();
  });
});
