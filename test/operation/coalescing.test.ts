import { expect, it } from 'vitest';
import { Coalescing, joinedResponse } from '../../src/operation/coalescing.js';
import type { CheckedOperation } from '../../src/document/checked-operation.js';

const upstream = {
  requests: 2,
  limit: 250,
  estimated: 5,
  cached: 3,
  shared: 1,
  requestId: 'first',
};
const data = {};

it('the response of a client that has joined counts as shared what the run has sent, shared and kept, and carries the age', () => {
  const joined = (cached: number) => {
    const http = { headers: { Age: '5' } };
    return joinedResponse(
      { kind: 'whole', result: { data, extensions: { upstream: { ...upstream, cached } } }, http },
      'second',
    );
  };
  const own = { requests: 0, shared: 3, deduplicated: 0, primed: 0, swept: 0, requestId: 'second' };
  for (const cached of [0, 3])
    expect(joined(cached)).toEqual({
      kind: 'whole',
      result: { data, extensions: { upstream: { ...upstream, ...own, cached } } },
      http: { headers: { Age: '5' } },
    });
});

const operation = {} as CheckedOperation; // A key, whose members are never read.
const alike = { tenant: {}, operation, variables: '{}' };
const operationAt = (startedAt: number) => ({
  session: { isFresh: () => true },
  startedAt,
  clients: 1,
  response: undefined,
  addClient: () => undefined,
});

it('an operation joins an equal one in the first half of its time, and then the newer one', () => {
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
