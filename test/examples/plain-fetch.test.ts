import { describe, expect, it } from 'vitest';
import { hasCode, ResultError, walk } from '../../src/client/index.js';
import { serve } from './serve.js';
import { thrownBy } from './thrown.js';
import { OneScreen, ScreenPage } from '../../examples/codegen/src/document.js';
import { send } from '../../examples/codegen/src/send.js';
import { screenAt } from '../economy/ask.js';

describe('a client of generated documents and plain fetch', () => {
  it('walks all 240 screens with 3 requests', async () => {
    const { simulator, ...service } = await serve();
    const names = new Set<string>();
    const pages = walk(async (page) => (await send(service, ScreenPage, { ...page })).screens, {
      cap: Infinity,
      skipNulls: true,
    });
    for await (const { name } of pages) names.add(name);
    expect(names.size).toBe(240);
    expect(service.operations()).toBe(3);
    expect(simulator.requests.map(({ operation }) => operation)).toEqual(Array(3).fill('partnerV1_screens'));
  });

  it('throws a missing screen where it is read, by its code', async () => {
    const data = await send(await serve(), OneScreen, { id: 'none' });
    const error = thrownBy(() => data.screen);
    expect(error).toBeInstanceOf(ResultError);
    expect(error).toMatchObject({ code: 'NOT_FOUND', path: ['screen'] });
    if (!hasCode(error, 'NOT_FOUND')) throw new Error('The error has another code.');
    expect(error.extensions).toMatchObject({ status: 404, operation: 'partnerV1_screen' });
  });

  it('reads the screen where the credential may not see what it plays, which throws', async () => {
    const id = screenAt(0);
    const refused = { ...(await serve()), credential: 'demo-screens-only-credential' };
    const { screen } = await send(refused, OneScreen, { id });
    expect(screen.id).toBe(id);
    const error = thrownBy(() => screen.playbackConfiguration.revision);
    expect(error).toMatchObject({ code: 'FORBIDDEN', requiredScope: 'playback:read' });
  });

  it('recognizes a refused credential by its code (HTTP 401)', async () => {
    const data = await send({ ...(await serve()), credential: 'unknown' }, ScreenPage, { first: 1 });
    expect(thrownBy(() => data.screens)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('throws the refusal of a whole request (HTTP 400)', async () => {
    const sending = send(await serve(), ScreenPage, { first: 2 ** 40 });
    await expect(sending).rejects.toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});
