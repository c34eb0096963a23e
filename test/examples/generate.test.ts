import { expectTypeOf, it } from 'vitest';
import type { ErrorCode, PartnerErrorExtensions } from '../../src/client/index.js';
import type * as schema from '../../examples/codegen/generated/schema.js';

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
