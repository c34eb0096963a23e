import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GraphQLSchema, isAbstractType, isObjectType } from 'graphql';
import { printPublicSchema, printStrictSchema } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';
import { formatted } from './format.js';

/** Writes what is derived from the schema and committed, so that its changes are reviewed. */
const clientFile = fileURLToPath(new URL('../../src/client/schema-type.ts', import.meta.url));
writeFileSync(new URL('../../schema.graphql', import.meta.url), printPublicSchema(schema));
writeFileSync(new URL('../../schema.strict.graphql', import.meta.url), printStrictSchema(schema));
writeFileSync(clientFile, await formatted(clientFile, printClientTypes(schema)));

/** The facts about types that a client's cache needs, as a module of the client kit. */
function printClientTypes(served: GraphQLSchema): string {
  const types = Object.values(served.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const possible = types
    .filter(isAbstractType)
    .map((type): [string, string[]] => [
      type.name,
      served.getPossibleTypes(type).map(({ name }) => name),
    ]);
  const keyless = types
    .filter((type) => isObjectType(type))
    // No field returns `ErrorExtensions`.
    .filter((type) => type !== served.getQueryType() && type.name !== 'ErrorExtensions')
    .filter((type) => type.getFields()['id'] === undefined)
    .map(({ name }) => name);
  return `// \`npm run schema\` writes this file.

/** The types behind each interface: \`possibleTypes\` of Apollo Client's \`InMemoryCache\`. */
export const possibleTypes = ${JSON.stringify(Object.fromEntries(possible))};

/**
 * The types without an identity of their own: they are part of the object that holds them, and a
 * normalizing cache must not look for a key in them. Apollo Client: \`keyFields: false\`;
 * graphcache: \`keys: { X: () => null }\`.
 */
export const keylessTypes = ${JSON.stringify(keyless)} as const;
`;
}
