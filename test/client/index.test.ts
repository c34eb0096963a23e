import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLEnumType,
  type GraphQLObjectType,
  isAbstractType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  errorCodes,
  keylessTypes,
  type PartnerErrorExtensions,
  possibleTypes,
  scalars,
} from '../../src/client/index.js';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** The GraphQL type of every member, by hand: an extra or missing member does not compile. */
const members: Readonly<Record<keyof PartnerErrorExtensions, string>> = {
  code: 'ErrorCode!',
  status: 'Int',
  operation: 'String',
  requiredScope: 'String',
  requestId: 'String',
  upstreamCode: 'String',
  details: 'JSONObject',
  retryAfterSeconds: 'Float',
};

describe('the client kit is equal to what it mirrors', () => {
  it('its codes are those of schema.graphql', () => {
    const declared = schema.getType('ErrorCode') as GraphQLEnumType;
    expect([...errorCodes]).toEqual(declared.getValues().map(({ name }) => name));
  });

  it('its error extensions are those of schema.graphql', () => {
    const declared = (schema.getType('ErrorExtensions') as GraphQLObjectType).getFields();
    expect(
      Object.fromEntries(Object.values(declared).map(({ name, type }) => [name, String(type)])),
    ).toEqual(members);
  });

  it('its scalars are all custom scalars of schema.graphql', () => {
    const custom = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(Object.keys(scalars)).toEqual(custom.map(({ name }) => name));
  });

  it('its possible types are those of every interface and union of schema.graphql', () => {
    const abstract = types
      .filter(isAbstractType)
      .map((type): [string, string[]] => [
        type.name,
        schema.getPossibleTypes(type).map(({ name }) => name),
      ]);
    expect(possibleTypes).toEqual(Object.fromEntries(abstract));
  });

  it('its keyless types are all types of schema.graphql that can be read and have no id', () => {
    const keyless = types
      .filter((type) => isObjectType(type))
      .filter((type) => type !== schema.getQueryType() && type.name !== 'ErrorExtensions')
      .filter((type) => type.getFields()['id'] === undefined);
    expect([...keylessTypes]).toEqual(keyless.map(({ name }) => name));
  });
});
