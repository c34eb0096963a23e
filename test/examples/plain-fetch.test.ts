import { describe, expect, it } from 'vitest';
import { hasCode, walk } from '../../src/client/index.js';
import { serve } from './serve.js';
import { OneScreen, ScreenPage } from '../../examples/codegen/src/document.js';
import { send } from '../../examples/codegen/src/send.js';

describe('a client of generated documents and plain fetch', () => {
  it('walks all 240 screens with 3 requests', async () => {
    const { simulator, ...service } = await serve();
    const names = new Set<string>();
    const pages = walk(async (page) => (await send(service, ScreenPage, { ...page })).data?.screens, {
      cap: Infinity,
      skipNulls: true,
    });
    for await (const { name } of pages) names.add(name);
    expect(names.size).toBe(240);
    expect(service.operations()).toBe(3);
    expect(simulator.requests.map(({ operation }) => operation)).toEqual(Array(3).fill('partnerV1_screens'));
  });

  it('recognizes a missing screen by its code', async () => {
    const { data, errors } = await send(await serve(), OneScreen, { id: 'none' });
    expect(data).toEqual({ screen: null });
    const [error] = errors;
    expect(errors).toHaveLength(1);
    if (!hasCode(error, 'NOT_FOUND')) throw new Error('The error has another code.');
    expect(error.path).toEqual(['screen']);
    expect(error.extensions).toMatchObject({ status: 404, operation: 'partnerV1_screen' });
  });

  it('keeps the screen where the credential may not see what it plays', async () => {
    const service = await serve();
    const { data: list } = await send(service, ScreenPage, { first: 1 });
    const id = list?.screens?.nodes[0]?.id ?? '';
    const { data, errors } = await send(
      { ...service, credential: 'demo-screens-only-credential' },
      OneScreen,
      { id },
    );
    expect(data?.screen).toMatchObject({ id, playbackConfiguration: null });
    expect(errors.map(({ extensions }) => extensions.requiredScope)).toEqual(['playback:read']);
  });

  it('recognizes a refused credential by its code (HTTP 401)', async () => {
    const { errors } = await send({ ...(await serve()), credential: 'unknown' }, ScreenPage, { first: 1 });
    expect(hasCode(errors[0], 'UNAUTHENTICATED')).toBe(true);
  });
});
