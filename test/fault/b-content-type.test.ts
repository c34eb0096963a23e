import { describe, expect, it } from 'vitest';
import { status } from '../rig/response.js';
import { startRig } from '../rig/rig.js';
import { expectFailure, expectIntact } from './outcome.js';
import { nineOperations } from './operations.js';
import { good, query } from './organization.js';

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/json ; odd=1',
    'application/problem+json',
    'application/vnd.api+json; profile="x"',
  ])('B3: %s is read', async (type) => {
    const { ask, upstream } = await startRig();
    upstream.on({}, status(200, { body: good, type }));
    expectIntact(await ask(query));
  });

  it.each([
    '',
    'text/html',
    'text/json',
    'text/plain',
    'application/xml',
    'application/jsonp',
    'application/x-json-seq',
    'xapplication/json',
    'json',
    'application/+json;x',
    'text/html, application/json',
  ])('B3: %j is invalid, requested once', async (type) => {
    for (const asked of nineOperations.slice(0, 3)) {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation }, status(200, { body: good, type }));
      expectFailure(await ask(asked.query), asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
      expect(upstream.count(asked.operation)).toBe(1);
    }
  });
});
