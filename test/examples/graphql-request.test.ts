import { ClientError, GraphQLClient } from 'graphql-request';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { hasCode, partnerErrors, walk } from '../../src/client/index.js';
import { serve, type Service } from './serve.js';
import { OneScreen, ScreenPage } from '../../examples/codegen/src/document.js';

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
    const error: unknown = await client.request(OneScreen, { id: 'none' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect(partnerErrors(error).map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });

  it('finds the error beside the data under errorPolicy "all"', async () => {
    const result = await clientOf(await serve(), 'all').rawRequest(print(OneScreen), { id: 'none' });
    expect(result.data).toEqual({ screen: null });
    expect(hasCode(partnerErrors(result)[0], 'NOT_FOUND')).toBe(true);
  });

  it('finds the reason of a refused credential (HTTP 401)', async () => {
    const client = clientOf({ ...(await serve()), credential: 'unknown' });
    const error: unknown = await client.request(ScreenPage, { first: 1 }).catch((thrown: unknown) => thrown);
    expect(partnerErrors(error).map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  });
});
