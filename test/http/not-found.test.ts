import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';

describe('a 404 says where GraphQL is', () => {
  it.each([
    ['/', undefined, '/graphql'],
    ['/graphql/', undefined, '/graphql'],
    ['/api/graphql', undefined, '/graphql'],
    ['/graphql', '/api/graphql', '/api/graphql'],
  ])('at %s, with GraphQL at %s', async (asked, path, served) => {
    const { facade } = await startSystem({}, path === undefined ? {} : { path });
    const response = await facade.fetch(new Request(`http://facade.test${asked}`));
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(`Not found: GraphQL is at ${served}, and at no other path.\n`);
  });
});
