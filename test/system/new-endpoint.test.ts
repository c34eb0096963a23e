import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySources, edit, removeCopy, type Server, startCopy, typeErrors } from './new-endpoint/copy.js';
import { tagFiles } from './new-endpoint/tag.js';
import { type ListUpstream, startListUpstream, withoutScope } from './new-endpoint/upstream.js';

let copy: string;
let upstream: ListUpstream;
let server: Server;

beforeAll(async () => {
  copy = await copySources();
  await edit(copy, tagFiles);
  const tags = Array.from({ length: 250 }, (_, index) => ({ id: `tag_${index}`, name: `Tag ${index}` }));
  upstream = await startListUpstream('tags', tags);
  server = await startCopy(copy, upstream.url);
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
  await removeCopy(copy);
});

/** As much of a result as these tests look at. */
interface Result {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly path: unknown; readonly extensions: unknown }[];
  readonly extensions: {
    readonly upstream: { readonly plan?: readonly unknown[]; readonly [name: string]: unknown };
  };
}

async function query(text: string, headers: Readonly<Record<string, string>> = {}): Promise<Result> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer credential-with-tags', ...headers },
    body: JSON.stringify({ query: text }),
  });
  // The assertions check each member that they use.
  return (await response.json()) as Result;
}

describe('an invented collection `tags`', () => {
  it('costs three files, which pass the type check', () => {
    expect(Object.keys(tagFiles)).toHaveLength(3);
    expect(typeErrors(copy)).toEqual([]);
  });

  it('is paged with cursors, at one REST request a page', async () => {
    upstream.takeRequests();
    const first = await query(
      '{ tags(first: 2) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }',
    );
    const end = expect.any(String) as unknown;
    expect(first.data).toEqual({
      tags: {
        totalCount: 250,
        nodes: [{ id: 'tag_0' }, { id: 'tag_1' }],
        pageInfo: { hasNextPage: true, endCursor: end },
      },
    });
    const { endCursor } = (first.data as { tags: { pageInfo: { endCursor: string } } }).tags.pageInfo;
    const next = await query(`{ tags(first: 2, after: "${endCursor}") { nodes { name } } }`);
    expect(next.data).toEqual({ tags: { nodes: [{ name: 'Tag 2' }, { name: 'Tag 3' }] } });
    expect(upstream.takeRequests()).toEqual([
      '/api/partner/v1/tags?page=1&limit=2',
      '/api/partner/v1/tags?page=2&limit=2',
    ]);
  });

  it('reads ids in a batch: the pages of the list instead of one request for each', async () => {
    const fields = Array.from(
      { length: 30 },
      (_, index) => `t${index}: tag(id: "tag_${8 * index}") { name }`,
    );
    const { data, extensions } = await query(`{ ${fields.join(' ')} }`);
    expect(data).toMatchObject({ t0: { name: 'Tag 0' }, t29: { name: 'Tag 232' } });
    expect(upstream.takeRequests()).toEqual(
      [1, 2, 3].map((page) => `/api/partner/v1/tags?page=${page}&limit=100`),
    );
    expect(extensions.upstream).toMatchObject({ requests: 3, swept: 30 });
  });

  it('is found by its global id', async () => {
    const { data: tag } = await query('{ tag(id: "tag_7") { nodeId } }');
    const { nodeId } = (tag as { tag: { nodeId: string } }).tag;
    upstream.takeRequests();
    const { data } = await query(`{ node(nodeId: "${nodeId}") { __typename nodeId ... on Tag { name } } }`);
    expect(data).toEqual({ node: { __typename: 'Tag', nodeId, name: 'Tag 7' } });
    expect(upstream.takeRequests()).toEqual(['/api/partner/v1/tags/tag_7']);
  });

  it('is estimated before anything is read', async () => {
    const text = '{ tags(first: 150) { nodes { id } } tag(id: "tag_3") { id } }';
    const { extensions } = await query(text, { 'x-upstream-explain': 'plan' });
    expect(upstream.takeRequests()).toEqual([]);
    expect(extensions.upstream).toMatchObject({
      requests: 0,
      plan: [
        { operation: 'partnerV1_tags', field: 'tags', atMost: 2 },
        { operation: 'partnerV1_tag', field: 'tag', atLeast: 1, atMost: 1 },
      ],
    });
  });

  it('names its scope where the credential lacks it', async () => {
    const { data, errors } = await query('{ tags { totalCount } }', {
      authorization: `Bearer ${withoutScope}`,
    });
    expect(data).toEqual({ tags: null });
    expect(errors).toMatchObject([
      {
        path: ['tags'],
        extensions: { code: 'FORBIDDEN', requiredScope: 'tags:read', operation: 'partnerV1_tags' },
      },
    ]);
  });
});
