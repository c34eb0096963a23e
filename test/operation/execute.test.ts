import { expect, it } from 'vitest';
import { createWorldFacade } from '../fuzz/world.js';

it('an operation without a credential is refused where it reads the Partner API after all', async () => {
  const facade = createWorldFacade(undefined, {
    executeRun: (_run, { partner }) => Promise.resolve({ data: { limit: partner.requestLimit } }),
  });
  const result = await facade.run({ query: '{ __typename }' });
  await facade.close();
  expect(result.data).toBeUndefined();
  expect(result.errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['UNAUTHENTICATED']);
});
