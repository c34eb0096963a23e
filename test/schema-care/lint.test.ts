import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as plugin from '@graphql-eslint/eslint-plugin';
import { ESLint, type Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { keylessTypes } from '../../src/client/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The two sets of rules of graphql-eslint that are about schemas of this kind, and what is set
 * otherwise.
 */
const rules: Linter.RulesRecord = {
  ...plugin.configs['flat/schema-recommended'].rules,
  ...plugin.configs['flat/schema-relay'].rules,
  // `ErrorCode`, `ErrorExtensions` and `JSONObject` are the shape of `extensions`, which no field
  // returns.
  '@graphql-eslint/no-unreachable-types': 'off',
  // `nodeId` of `Node` is named so because `id` is the REST id.
  '@graphql-eslint/no-typename-prefix': 'off',
  // Slots, hours and layouts have no identity: a new type has an id, or is one of those that the
  // client kit names.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    { acceptedIdNames: ['id'], exceptions: { types: [...keylessTypes, 'ErrorExtensions'] } },
  ],
  // Items of a playlist have no identity. `nodes`, and lists that come whole within their record,
  // are plain lists.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  // Not only types and root fields: the description of every field and argument is the user's
  // manual.
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      rootField: true,
      FieldDefinition: true,
      InputValueDefinition: true,
      EnumValueDefinition: true,
      DirectiveDefinition: true,
    },
  ],
};

async function lint(text?: string): Promise<string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.graphql'],
        languageOptions: {
          parser: plugin.parser,
          parserOptions: { graphQLConfig: { schema: text ?? 'schema.graphql', documents: [] } },
        },
        // ESLint's own types know rules about JavaScript alone; at run time any parser's tree will
        // do.
        plugins: { '@graphql-eslint': { rules: plugin.rules } as unknown as ESLint.Plugin },
        rules,
      },
    ],
  });
  const results =
    text === undefined
      ? await eslint.lintFiles(['schema.graphql'])
      : await eslint.lintText(text, { filePath: 'schema.graphql' });
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId ?? 'parser'}: ${message}`),
  );
}

describe('graphql-eslint', () => {
  it('finds nothing in schema.graphql', async () => {
    expect(await lint()).toEqual([]);
  });

  it.each([
    [
      'a field without a description',
      '"""The name of the organization."""',
      '',
      'require-description',
    ],
    [
      'a connection without edges',
      'edges: [ScreenEdge!]!',
      'list: [ScreenEdge!]!',
      'relay-connection-types',
    ],
    [
      'a record without an id',
      'scalar JSONObject',
      'scalar JSONObject type Sign { name: ID! }',
      'strict-id-in-types',
    ],
    [
      'a name in another style',
      '  isOnNow: Boolean!',
      '  is_on_now: Boolean!',
      'naming-convention',
    ],
  ])('would find %s', async (_name, from, to, rule) => {
    const text = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(text).toContain(from);
    expect((await lint(text.replace(from, to))).join('\n')).toContain(`@graphql-eslint/${rule}`);
  });
});
