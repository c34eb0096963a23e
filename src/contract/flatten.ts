import { CommandError } from '../command/subcommand.js';
import type { JsonNode } from './document.js';

/**
 * A schema of OpenAPI 3.0 or 3.1, or a JSON schema, with its references resolved and its parts (`allOf`, `anyOf`,
 * `oneOf`) merged. What the schema does not say is undefined.
 */
export interface FlatSchema {
  /** The schema's own address, references resolved. */
  readonly pointer: string;
  /** `integer` reads as `number`. */
  readonly types: ReadonlySet<string> | undefined;
  readonly nullable: boolean;
  readonly values: ReadonlySet<string> | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly required: ReadonlySet<string>;
  /** Lazily: schemas may be recursive. */
  readonly fields: ReadonlyMap<string, LazySchema>;
  readonly items: LazySchema | undefined;
}

export interface LazySchema {
  /** The address before references are resolved. */
  readonly pointer: string;
  readonly flatten: () => FlatSchema;
}

/** Nesting of parts in one value; a deeper schema is part of itself. */
const maxDepth = 40;

/** @throws CommandError for a reference that leads nowhere, or a schema that is part of itself */
export function flatten(node: JsonNode, depth = 0): FlatSchema {
  if (depth > maxDepth)
    throw new CommandError(`The document contains a schema inside itself at ${node.pointer}.`);
  const target = node.dereference();
  const parts = (name: string): FlatSchema[] =>
    target.child(name).elements.map((part) => flatten(part, depth + 1));
  const alternatives = [parts('anyOf'), parts('oneOf')].filter((list) => list.length > 0);
  const merged = [...parts('allOf'), ...alternatives.map((list) => list.reduce(eitherOf))];
  const own = flattenOwn(target);
  // Strictly, `nullable` beside `allOf` has no effect; authors mean it.
  const nullable = own.nullable || (own.types === undefined && merged.some((part) => part.nullable));
  return { ...merged.reduce(bothOf, own), nullable };
}

function flattenOwn(node: JsonNode): FlatSchema {
  const { object: schema } = node;
  const types = textsOf(schema['type']).map((type) => (type === 'integer' ? 'number' : type));
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  return {
    pointer: node.pointer,
    types: types.length === 0 ? undefined : new Set(types.filter((type) => type !== 'null')),
    nullable: schema['nullable'] === true || types.includes('null'),
    values: Array.isArray(values) ? new Set(values.filter((value) => value !== null).map(String)) : undefined,
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    required: new Set(textsOf(schema['required'])),
    fields: new Map(node.child('properties').members.map(([name, field]) => [name, lazily(field)])),
    items: schema['items'] === undefined ? undefined : lazily(node.child('items')),
  };
}

/** The schema of a value that satisfies both. */
function bothOf(one: FlatSchema, other: FlatSchema): FlatSchema {
  return {
    ...one,
    types: mergeAny(one.types, other.types, intersect),
    values: mergeAny(one.values, other.values, intersect),
    minimum: mergeAny(one.minimum, other.minimum, Math.max),
    maximum: mergeAny(one.maximum, other.maximum, Math.min),
    required: union(one.required, other.required),
    ...mergeParts(one, other, bothOf),
  };
}

/** The schema of a value that satisfies one of the two: it keeps only what both promise. */
function eitherOf(one: FlatSchema, other: FlatSchema): FlatSchema {
  if (isNullAlone(one)) return { ...other, nullable: true };
  if (isNullAlone(other)) return { ...one, nullable: true };
  return {
    ...one,
    types: mergeShared(one.types, other.types, union),
    nullable: one.nullable || other.nullable,
    values: mergeShared(one.values, other.values, union),
    minimum: mergeShared(one.minimum, other.minimum, Math.min),
    maximum: mergeShared(one.maximum, other.maximum, Math.max),
    required: intersect(one.required, other.required),
    ...mergeParts(one, other, eitherOf),
  };
}

const isNullAlone = ({ types, nullable, values }: FlatSchema): boolean =>
  nullable && types?.size === 0 && values === undefined;

type Merge<T> = (one: T, other: T) => T;
type Names = ReadonlySet<string>;

const union: Merge<Names> = (one, other) => new Set([...one, ...other]);
const intersect: Merge<Names> = (one, other) => new Set([...one].filter((each) => other.has(each)));

const mergeShared = <T>(one: T | undefined, other: T | undefined, merge: Merge<T>): T | undefined =>
  one !== undefined && other !== undefined ? merge(one, other) : undefined;

const mergeAny = <T>(one: T | undefined, other: T | undefined, merge: Merge<T>): T | undefined =>
  mergeShared(one, other, merge) ?? one ?? other;

function mergeParts(
  one: FlatSchema,
  other: FlatSchema,
  how: Merge<FlatSchema>,
): Pick<FlatSchema, 'fields' | 'items'> {
  const merge: Merge<LazySchema> = (a, b) => ({ ...a, flatten: () => how(a.flatten(), b.flatten()) });
  const fields = new Map(one.fields);
  for (const [name, field] of other.fields)
    fields.set(name, mergeAny(fields.get(name), field, merge) ?? field);
  return { fields, items: mergeAny(one.items, other.items, merge) };
}

const lazily = (node: JsonNode): LazySchema => ({ pointer: node.pointer, flatten: () => flatten(node) });

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
