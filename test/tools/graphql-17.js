import { registerHooks } from 'node:module';

/**
 * `node --import ./test/tools/graphql-17.js`: whoever imports or requires `graphql` gets version
 * 17, as if it were installed in the place of 16. For Node.js 24 and later.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^graphql(?=$|\/)/, 'graphql-17'), context),
});
