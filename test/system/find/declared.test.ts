import { getNamedType, type GraphQLInputType, isEnumType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.js';
import { drawEntry, drawLong } from '../../find/find-draw.js';
import {
  findAll,
  keyModels,
  memberModels,
  type Filter,
  type OrderBy,
} from '../../find/find-model.js';
import { type CollectionName, find, openFind, queryOf } from '../../find/find-world.js';

/** The lists of the schema that take a filter or an order, with their types. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(
  ({ name, type, args }) => {
    if (!getNamedType(type).name.endsWith('Connection')) return [];
    const [filter, orderBy] = ['filter', 'orderBy'].map(
      (arg) => args.find((each) => each.name === arg)?.type,
    );
    return filter === undefined && orderBy === undefined ? [] : [{ name, filter, orderBy }];
  },
);

const members = lists.flatMap(({ name, filter }) =>
  inputFields(filter).map((member) => [name, member] as const),
);
const fields = lists.flatMap(({ name, orderBy }) =>
  orderFields(orderBy).map((field) => [name, field] as const),
);

const model = 'test/find/find-model.ts';
const records = 'test/find/find-draw.ts';

describe('every list that can be filtered or ordered has a model', () => {
  it('and no input is left over', () => {
    expect(lists.map(({ name }) => name).sort(), model).toEqual(Object.keys(memberModels).sort());
    const used = lists.flatMap(({ filter, orderBy }) => [filter, orderBy].map(String));
    const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    expect(inputs.map(({ name }) => name).sort()).toEqual(used.sort());
  });

  it('and no model is without a member or field', () => {
    const entriesOf = (models: Readonly<Record<string, object>>) =>
      Object.entries(models).flatMap(([name, each]) =>
        Object.keys(each).map((key) => `${name} ${key}`),
      );
    expect(entriesOf(memberModels).sort()).toEqual(members.map((each) => each.join(' ')).sort());
    expect(entriesOf(keyModels).sort()).toEqual(fields.map((each) => each.join(' ')).sort());
  });
});

it.each(members)(
  'a filter finds the records of its model: %s(filter: { %s })',
  async (list, member) => {
    const name = collectionOf(list);
    const { draw, entries, idsOf } = open(name);
    const made = memberModels[name][member];
    expect(made, `add ${member} to \`memberModels.${name}\` in ${model}`).toBeDefined();
    const values = Array.from({ length: 40 }, () => made?.draw(draw, entries));
    const splitting = [...new Set(values.map((value) => JSON.stringify(value)))]
      .map((text): Filter => ({ [member]: JSON.parse(text) as unknown }))
      .map((filter) => ({ filter, expected: findAll(name, entries, filter, null) }))
      .filter(({ expected }) => expected.length > 0 && expected.length < entries.length)
      .slice(0, 5);
    const hint = `${member} of ${model} matches some of the ${name} of ${records}, and not others`;
    expect(splitting, hint).not.toEqual([]);
    for (const { filter, expected } of splitting)
      expect(await idsOf({ filter }), JSON.stringify(filter)).toEqual(expected);
  },
);

it.each(fields)(
  'an order sorts by the key of its model: %s(orderBy: { field: %s })',
  async (list, field) => {
    const name = collectionOf(list);
    const { entries, idsOf } = open(name);
    expect(
      keyModels[name][field],
      `add ${field} to \`keyModels.${name}\` in ${model}`,
    ).toBeDefined();
    const orders = [{ field, direction: 'ASC' } as const, { field, direction: 'DESC' } as const];
    const [ascending, descending] = orders.map((orderBy) => findAll(name, entries, null, orderBy));
    expect(ascending, `the ${name} of ${records} have different values of ${field}`).not.toEqual(
      descending,
    );
    expect(await idsOf({ orderBy: orders[0] })).toEqual(ascending);
    expect(await idsOf({ orderBy: orders[1] })).toEqual(descending);
  },
);

/** A façade over 60 records with few different values. */
function open(name: CollectionName) {
  const draw = drawLong(1);
  const drawn = Array.from({ length: 60 }, (_, index) => drawEntry(name, draw, index));
  const entries = drawn.map(({ record }) => ({ record, kind: 'visible' as const }));
  const { facade } = openFind({ [name]: entries });
  const idsOf = async (given: {
    readonly filter?: Filter;
    readonly orderBy?: OrderBy | undefined;
  }) => {
    const { data, errors } = await find(facade, queryOf(name), { first: 1000, ...given });
    expect(errors).toEqual([]);
    return data?.[name]?.edges.map(({ node }) => node?.id);
  };
  return { draw, entries, idsOf };
}

function collectionOf(list: string): CollectionName {
  if (list === 'screens' || list === 'playlists' || list === 'media') return list;
  throw new Error(
    `add ${list} to CollectionName in test/find/find-world.ts, and to ${model} and ${records}`,
  );
}

function inputFields(type: GraphQLInputType | undefined): string[] {
  return isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

/** The members of the enum `field` of an order. */
function orderFields(type: GraphQLInputType | undefined): string[] {
  const field = isInputObjectType(type) ? type.getFields()['field'] : undefined;
  const values = schema.getType(String(field?.type).replace('!', ''));
  return isEnumType(values) ? values.getValues().map(({ name }) => name) : [];
}
