import { describe, expect, it } from 'vitest';
import { joinedResponse } from '../../src/operation/coalescing.js';
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
