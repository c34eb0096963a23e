import { ClientError, GraphQLClient } from 'graphql-request';
import { print } from 'graphql';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ErrorCode,
  hasCode,
  type PartnerErrorExtensions,
  partnerErrors,
  ResultError,
  walk,
} from '../../src/client/index.js';
import type * as schema from '../../examples/codegen/generated/schema.js';
import { OneScreen, ScreenPage } from '../../examples/codegen/src/document.js';
import { send } from '../../examples/codegen/src/send.js';
import { screenAt } from '../economy/ask.js';
import { serve, type Service } from './serve.js';
import { thrownBy } from './thrown.js';

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
    expect(simulator.requests.map(({ operation }) => operation)).toEqual(
      Array(3).fill('partnerV1_screens'),
    );
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
    const data = await send({ ...(await serve()), credential: 'unknown' }, ScreenPage, {
      first: 1,
    });
    expect(thrownBy(() => data.screens)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('throws the refusal of a whole request (HTTP 400)', async () => {
    const sending = send(await serve(), ScreenPage, { first: 2 ** 40 });
    await expect(sending).rejects.toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});

/** `errorPolicy: 'all'` keeps data beside errors; the default drops it and throws a ClientError. */
const clientOf = ({ url, credential }: Service, errorPolicy: 'none' | 'all' = 'none') =>
  new GraphQLClient(url, { headers: { authorization: `Bearer ${credential}` }, errorPolicy });

describe('a client of generated documents and graphql-request', () => {
  it('walks screens to the cap', async () => {
    const service = await serve();
    const client = clientOf(service);
    const ids: string[] = [];
    const pages = walk(async (page) => (await client.request(ScreenPage, { ...page })).screens, {
      cap: 150,
      skipNulls: true,
    });
    for await (const { id } of pages) ids.push(id);
    expect(new Set(ids).size).toBe(150);
    expect(service.operations()).toBe(2);
  });

  it('finds the error in the ClientError that a missing screen throws', async () => {
    const client = clientOf(await serve());
    const error: unknown = await client
      .request(OneScreen, { id: 'none' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect(partnerErrors(error).map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });

  it('finds the error beside the data under errorPolicy "all"', async () => {
    const result = await clientOf(await serve(), 'all').rawRequest(print(OneScreen), {
      id: 'none',
    });
    expect(result.data).toEqual({ screen: null });
    expect(hasCode(partnerErrors(result)[0], 'NOT_FOUND')).toBe(true);
  });

  it('finds the reason of a refused credential (HTTP 401)', async () => {
    const client = clientOf({ ...(await serve()), credential: 'unknown' });
    const error: unknown = await client
      .request(ScreenPage, { first: 1 })
      .catch((thrown: unknown) => thrown);
    expect(partnerErrors(error).map(({ extensions }) => extensions.code)).toEqual([
      'UNAUTHENTICATED',
    ]);
  });
});

it('a generator of schema types gives ErrorCode and ErrorExtensions, though no field returns them', () => {
  expectTypeOf<schema.ErrorCode>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<keyof PartnerErrorExtensions>().toEqualTypeOf<
    Exclude<keyof schema.ErrorExtensions, '__typename'>
  >();
});

it('the scalars of the kit are the scalars of the generated types', () => {
  expectTypeOf<schema.Scalars['DateTime']['output']>().toEqualTypeOf<string>();
  expectTypeOf<schema.Scalars['JSONObject']['output']>().toEqualTypeOf<Record<string, unknown>>();
});
