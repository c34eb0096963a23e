import { readFileSync } from 'node:fs';
import {
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  getNamedType,
  type GraphQLOutputType,
  isEnumType,
  isNonNullType,
  isObjectType,
  parse,
  visit,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { printPublicSchema, printStrictSchema } from '../../src/graphql/nullability.js';
import { schema } from '../../src/graphql/schema.js';
import { errorCodes } from '../../src/partner/error.js';
import { allFields, type Field, fieldsOf, tableNames, tableOf } from '../partner/contract.js';
import { schemas } from '../partner/record.js';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('schema.graphql', () => {
  it('is the print of the schema that is served', () => {
    expect(read('../../schema.graphql') === printPublicSchema(schema), 'run npm run schema').toBe(
      true,
    );
    expect(
      read('../../schema.strict.graphql') === printStrictSchema(schema),
      'run npm run schema',
    ).toBe(true);
  });

  // That everything has a description is a rule of `schema-care/lint.test.ts`.
  it('has descriptions that are sentences, not names repeated', () => {
    const odd: string[] = [];
    visit(parse(read('../../schema.graphql')), {
      // Those of incremental delivery have the words of graphql-js.
      DirectiveDefinition: () => false,
      StringValue({ block, value }) {
        if (block === true && !/^\S.*[.`)]$/s.test(value)) odd.push(value);
      },
    });
    expect(odd).toEqual([]);
  });
});

describe('the fixed design', () => {
  const design = buildSchema(read('./design.graphql'));
  const hint = 'what is new belongs into test/graphql/design.graphql';

  it('is served whole: no name, argument, nullability or enum member is missing or narrower', () => {
    expect(findBreakingChanges(design, schema)).toEqual([]);
    const dangerous = findDangerousChanges(design, schema).map(({ description }) => description);
    expect(dangerous, hint).toEqual([]);
  });

  it('is served with nothing beside it but what is named here', () => {
    // graphql-js 17 begins with "Directive @".
    const added = findBreakingChanges(schema, design).map(({ description }) =>
      description.replace(/^Directive @/, ''),
    );
    // Incremental delivery is opt-in (fault catalogue, F26); the mark of semantic nullability
    // changes no type.
    expect(added, hint).toEqual([
      'defer was removed.',
      'stream was removed.',
      'semanticNonNull was removed.',
    ]);
    expect(findDangerousChanges(schema, design), hint).toEqual([]);
  });

  it('lists every code that the façade can raise', () => {
    const codes = schema.getType('ErrorCode');
    expect(isEnumType(codes) && codes.getValues().map(({ name }) => name)).toEqual([...errorCodes]);
  });
});

describe('a resource is written once as a record and once as a type', () => {
  /** Fields of the types that the records do not have: global ids and links to other records. */
  const onlyInSchema: Readonly<Record<string, readonly string[]>> = {
    Organization: [
      ...['nodeId', 'screens', 'playlists', 'media'],
      ...['screenSummary', 'playlistSummary', 'mediaSummary'],
    ],
    Screen: ['nodeId', 'playbackConfiguration'],
    PlaybackScreen: ['screen'],
    PlaybackItem: ['media'],
    Playlist: ['nodeId', 'items'],
    PlaylistItem: ['media'],
    Media: ['nodeId', 'playlists', 'screens'],
  };

  it.each(tableNames)(
    '%s: record and type have the fields of the contract and no others',
    (table) => {
      const names = fieldsOf(table).map(({ name }) => name);
      const hint = `${table} in test/partner/contract.ts, src/partner and src/graphql/types`;
      expect(Object.keys(schemas[table].shape).sort(), hint).toEqual(names.sort());
      const added = onlyInSchema[table] ?? [];
      const expected = [...added, ...fieldsOf(table).map(publicName)].sort();
      expect(Object.keys(fieldsOfType(table)).sort(), hint).toEqual(expected);
    },
  );

  it.each(allFields)(
    '$address: R is non-null and O is nullable, in the record and in the type',
    (field) => {
      const inRecord = schemas[field.table].shape[field.name] as {
        isNullable(): boolean;
        isOptional(): boolean;
      };
      expect(inRecord.isNullable()).toBe(field.isOptional);
      expect(inRecord.isOptional()).toBe(field.isOptional);
      expect(!isNonNullType(typeOf(field))).toBe(field.isOptional);
    },
  );

  it.each(allFields)('$address: has the type of its kind', (field) => {
    expect(String(typeOf(field)).replace(/!$/, '')).toBe(typeNameOf(field));
  });

  it.each(allFields.filter(({ kind }) => kind.includes('|')))(
    '$address: the enum has the members of the contract in UPPER_SNAKE_CASE, and UNRECOGNIZED',
    (field) => {
      const type = getNamedType(typeOf(field));
      const members = field.kind.split('|').map((value) => value.toUpperCase().replace('-', '_'));
      const actual = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
      expect(actual).toEqual([...members, 'UNRECOGNIZED']);
    },
  );

  it('rule 2: every field that costs a REST request is nullable', () => {
    const costly = Object.entries(onlyInSchema).flatMap(([type, names]) =>
      names.filter((name) => name !== 'nodeId').map((name) => fieldsOfType(type)[name]?.type),
    );
    const roots = Object.values(fieldsOfType('Query')).map(({ type }) => type);
    const lists = ['[PlaybackConfiguration]!', '[Node]!'];
    expect(costly).toHaveLength(13);
    for (const type of [...costly, ...roots])
      expect(isNonNullType(type) && !lists.includes(String(type)), String(type)).toBe(false);
  });
});

/** `panelId` is the REST `id`: unique within its layout only (design, ZonesPanel). */
const publicName = ({ table, name }: Field): string =>
  table === 'ZonesPanel' && name === 'id' ? 'panelId' : name;

function fieldsOfType(name: string) {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return type.getFields();
}

function typeOf(field: Field): GraphQLOutputType {
  const found = fieldsOfType(field.table)[publicName(field)];
  if (found === undefined) throw new Error(`${field.address} is not served`);
  return found.type;
}

const scalars: Readonly<Record<string, string>> = {
  number: 'Float',
  count: 'Int',
  boolean: 'Boolean',
  'date-time': 'DateTime',
  date: 'LocalDate',
  time: 'LocalTime',
  zone: 'TimeZone',
  colour: 'HexColorCode',
  uri: 'OpaqueUrl',
  ratio: 'Float',
  pixels: 'Float',
};

/**
 * Design: the enum of each field, where the name does not follow from the type and the field alone.
 */
const enums: Readonly<Record<string, string>> = {
  'PlaybackScreen.status': 'ScreenStatus',
  'WeeklyWindow.day': 'DayOfWeek',
  'PlaybackItem.renderingMode': 'RenderingMode',
  'ZonesPresentation.mediaFit': 'MediaFit',
};

function typeNameOf(field: Field): string {
  const { address, table, name, kind } = field;
  if (kind.startsWith('[')) return `[${typeNameOf({ ...field, kind: kind.slice(1, -1) })}!]`;
  const referred = tableOf(kind);
  if (referred !== undefined) return referred;
  if (kind.includes('|'))
    return enums[address] ?? table + name.charAt(0).toUpperCase() + name.slice(1);
  if (kind === 'string') return /^id$|Id$/.test(name) ? 'ID' : 'String';
  return scalars[kind] ?? kind;
}
