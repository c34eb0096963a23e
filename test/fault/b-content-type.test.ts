import { describe, expect, it } from 'vitest';
import { status } from '../rig/response.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';
import { good, invalid, query } from './organization.js';

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
    const { ask, upstream } = await startRig();
    upstream.on({}, status(200, { body: good, type }));
    expect(errorsOf(await ask(query))).toMatchObject([{ ...invalid, status: 200 }]);
    expect(upstream.count()).toBe(1);
  });
});
