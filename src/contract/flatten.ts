import { UnreadableError } from './describe-difference.js';
import { below, elements, follow, members, objectAt, type Place } from './document.js';

/**
 * What a schema of OpenAPI 3.0 or 3.1, or a JSON schema, says of a value, its references followed and its parts
 * (`allOf`, `anyOf`, `oneOf`) put together. What is undefined is not told.
 */
export interface Flat {
  /** Where the schema stands, behind its references. */
  readonly pointer: string;
  /** `integer` is told as `number`. */
  readonly types: ReadonlySet<string> | undefined;
  readonly nullable: boolean;
  readonly values: ReadonlySet<string> | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly required: ReadonlySet<string>;
  /** Lazily: schemas may hold themselves. */
  readonly fields: ReadonlyMap<string, Lazy>;
  readonly items: Lazy | undefined;
}

export interface Lazy {
  /** Where it stands, its own references not followed. */
  readonly pointer: string;
  readonly flatten: () => Flat;
}

/** Parts inside parts of one value; a schema that is part of itself says nothing. */
const mostParts = 40;

/** @throws UnreadableError where a reference cannot be followed, or a schema is part of itself */
export function flatten(place: Place, depth = 0): Flat {
  if (depth > mostParts)
    throw new UnreadableError(`The document holds a schema inside itself at ${place.pointer}.`);
  const at = follow(place);
  const parts = (name: string): Flat[] => elements(below(at, name)).map((part) => flatten(part, depth + 1));
  const alternatives = [parts('anyOf'), parts('oneOf')].filter((list) => list.length > 0);
  const flats = [...parts('allOf'), ...alternatives.map((list) => list.reduce(either))];
  const own = flattenOwn(at);
  return { ...flats.reduce(both, own), nullable: isNullable(own, at, flats), pointer: at.pointer };
}

function flattenOwn(at: Place): Flat {
  const schema = objectAt(at);
  const types = texts(schema['type']).map((type) => (type === 'integer' ? 'number' : type));
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  const known = types.filter((type) => type !== 'null');
  return {
    pointer: at.pointer,
    types: types.length === 0 ? undefined : new Set(known),
    nullable: schema['nullable'] === true || types.includes('null'),
    values: Array.isArray(values) ? new Set(values.filter((value) => value !== null).map(String)) : undefined,
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    required: new Set(texts(schema['required'])),
    fields: new Map(members(below(at, 'properties')).map(([name, place]) => [name, lazily(place)])),
    items: schema['items'] === undefined ? undefined : lazily(below(at, 'items')),
  };
}

/** Strictly, `nullable` beside `allOf` says nothing; but who writes it means it. */
const isNullable = (own: Flat, at: Place, parts: readonly Flat[]): boolean =>
  own.nullable || (objectAt(at)['type'] === undefined && parts.some(({ nullable }) => nullable));

/** A value that both describe. */
function both(one: Flat, other: Flat): Flat {
  return {
    ...one,
    types: narrowed(one.types, other.types),
    values: narrowed(one.values, other.values),
    minimum: extreme(Math.max, one.minimum, other.minimum),
    maximum: extreme(Math.min, one.maximum, other.maximum),
    required: new Set([...one.required, ...other.required]),
    fields: mergeFields(both, one, other),
    items: merge(both, one.items, other.items),
  };
}

/** A value that one of the two describes: only what both promise is promised. `null` alone adds nothing but null. */
function either(one: Flat, other: Flat): Flat {
  if (isNullAlone(one)) return { ...other, nullable: true };
  if (isNullAlone(other)) return { ...one, nullable: true };
  const hasBoth = one.values !== undefined && other.values !== undefined;
  return {
    ...one,
    types: one.types && other.types && new Set([...one.types, ...other.types]),
    nullable: one.nullable || other.nullable,
    values: hasBoth ? new Set([...one.values, ...other.values]) : undefined,
    minimum: widest(Math.min, one.minimum, other.minimum),
    maximum: widest(Math.max, one.maximum, other.maximum),
    required: new Set([...one.required].filter((name) => other.required.has(name))),
    fields: mergeFields(either, one, other),
    items: merge(either, one.items, other.items),
  };
}

const isNullAlone = ({ types, nullable, values }: Flat): boolean =>
  nullable && types?.size === 0 && values === undefined;

const narrowed = (one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined) =>
  one && other ? new Set([...one].filter((each) => other.has(each))) : (one ?? other);

type Choose = (...numbers: number[]) => number;
const extreme = (choose: Choose, one?: number, other?: number) =>
  one !== undefined && other !== undefined ? choose(one, other) : (one ?? other);
const widest = (choose: Choose, one?: number, other?: number) =>
  one !== undefined && other !== undefined ? choose(one, other) : undefined;

type Merge = (one: Flat, other: Flat) => Flat;

function mergeFields(how: Merge, one: Flat, other: Flat): ReadonlyMap<string, Lazy> {
  const merged = new Map(one.fields);
  for (const [name, field] of other.fields)
    merged.set(name, merge(how, one.fields.get(name), field) ?? field);
  return merged;
}

const merge = (how: Merge, one: Lazy | undefined, other: Lazy | undefined): Lazy | undefined =>
  one && other ? { ...one, flatten: () => how(one.flatten(), other.flatten()) } : (one ?? other);

const lazily = (place: Place): Lazy => ({ pointer: place.pointer, flatten: () => flatten(place) });

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
