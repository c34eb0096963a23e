import { CommandError } from '../command-line.js';

/** A JSON object whose members are not known yet. */
type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in a document, with its address. */
export class JsonNode {
  constructor(
    readonly value: unknown,
    /** JSON pointer as a fragment: `#/paths/~1api…`. */
    readonly pointer = '#',
    /** The document that its references refer to. */
    private readonly document = value,
  ) {}

  get root(): JsonNode {
    return new JsonNode(this.document);
  }

  /** The object at the node; empty for any other value, so that its members read as absent. */
  get object(): Json {
    return isJson(this.value) ? this.value : {};
  }

  get elements(): readonly JsonNode[] {
    return Array.isArray(this.value) ? this.value.map((_element, index) => this.child(index)) : [];
  }

  get members(): readonly (readonly [name: string, node: JsonNode])[] {
    return Object.keys(this.object).map((name) => [name, this.child(name)]);
  }

  /**
   * The node behind a path of member names and array indices; its value is undefined where there is
   * none.
   */
  child(...path: readonly (string | number)[]): JsonNode {
    return path.reduce<JsonNode>((node, name) => {
      const step = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
      return new JsonNode(memberOf(node.value, name), `${node.pointer}/${step}`, this.document);
    }, this);
  }

  /**
   * The node that a reference leads to; the node itself where it is no reference.
   *
   * @param maxHops references that lead to references; a longer chain is a circle
   * @throws CommandError for a reference to another document, to a missing value, or in a circle
   */
  dereference(from = this.pointer, maxHops = 20): JsonNode {
    const { $ref: reference } = this.object;
    if (typeof reference !== 'string') return this;
    if (maxHops === 0) throw new CommandError(`The document has circular references at ${from}.`);
    if (!reference.startsWith('#')) {
      throw new CommandError(
        `The document refers to another document at ${this.pointer}: "${reference}".`,
      );
    }
    const target = this.root.child(...reference.split('/').slice(1).map(unescape));
    if (target.value === undefined) {
      throw new CommandError(
        `The document refers to a missing value at ${this.pointer}: "${reference}".`,
      );
    }
    return target.dereference(from, maxHops - 1);
  }
}

function memberOf(holder: unknown, name: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(name)];
  return isJson(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function unescape(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A schema of OpenAPI 3.0 or 3.1, or a JSON schema, with its references resolved and its parts
 * (`allOf`, `anyOf`, `oneOf`) merged. What the schema does not say is undefined.
 */
export interface FlatSchema {
  /** The schema's own address, references resolved. */
  readonly pointer: string;
  /** `integer` reads as `number`. */
  readonly types: Names | undefined;
  readonly nullable: boolean;
  readonly values: Names | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly required: Names;
  readonly fields: ReadonlyMap<string, LazySchema>;
  readonly items: LazySchema | undefined;
}

/** Schemas may be recursive. */
interface LazySchema {
  /** The address before references are resolved. */
  readonly pointer: string;
  readonly flatten: () => FlatSchema;
}

type Names = ReadonlySet<string>;

/** Nesting of parts in one value; a deeper schema is part of itself. */
const maxDepth = 40;

/** @throws CommandError for a reference that leads nowhere, or a schema that is part of itself */
export function flatten(node: JsonNode, depth = 0): FlatSchema {
  if (depth > maxDepth) {
    throw new CommandError(`The document contains a schema inside itself at ${node.pointer}.`);
  }
  const target = node.dereference();
  const parts = (name: string): FlatSchema[] =>
    target.child(name).elements.map((part) => flatten(part, depth + 1));
  const alternatives = [parts('anyOf'), parts('oneOf')].filter((list) => list.length > 0);
  const merged = [...parts('allOf'), ...alternatives.map((list) => list.reduce(eitherOf))];
  const own = flattenOwn(target);
  // Strictly, `nullable` beside `allOf` has no effect; authors mean it.
  const nullable =
    own.nullable || (own.types === undefined && merged.some((part) => part.nullable));
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
    values: Array.isArray(values)
      ? new Set(values.filter((value) => value !== null).map(String))
      : undefined,
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    required: new Set(textsOf(schema['required'])),
    fields: new Map(node.child('properties').members.map(([name, field]) => [name, lazily(field)])),
    items: schema['items'] === undefined ? undefined : lazily(node.child('items')),
  };
}

/** The schema of a value that satisfies both. */
const bothOf = (one: FlatSchema, other: FlatSchema): FlatSchema => merge(one, other, 'both');

/** The schema of a value that satisfies one of the two: it keeps only what both promise. */
function eitherOf(one: FlatSchema, other: FlatSchema): FlatSchema {
  if (isNullAlone(one)) return { ...other, nullable: true };
  if (isNullAlone(other)) return { ...one, nullable: true };
  return merge(one, other, 'either');
}

const isNullAlone = ({ types, nullable, values }: FlatSchema): boolean =>
  nullable && types?.size === 0 && values === undefined;

function merge(one: FlatSchema, other: FlatSchema, promised: 'both' | 'either'): FlatSchema {
  const isBoth = promised === 'both';
  const [listed, required, minimum, maximum] = isBoth
    ? ([intersect, union, Math.max, Math.min] as const)
    : ([union, intersect, Math.min, Math.max] as const);
  const alone = <T>(value: T): T | undefined => (isBoth ? value : undefined);
  const known = <T>(a: T | undefined, b: T | undefined, join: (a: T, b: T) => T): T | undefined =>
    a !== undefined && b !== undefined ? join(a, b) : alone(a ?? b);
  const part = (a: LazySchema | undefined, b: LazySchema): LazySchema =>
    a === undefined
      ? b
      : { ...a, flatten: () => (isBoth ? bothOf : eitherOf)(a.flatten(), b.flatten()) };
  const shared = [...other.fields].map(
    ([name, field]) => [name, part(one.fields.get(name), field)] as const,
  );
  return {
    pointer: one.pointer,
    types: known(one.types, other.types, listed),
    nullable: one.nullable || (!isBoth && other.nullable),
    values: known(one.values, other.values, listed),
    minimum: known(one.minimum, other.minimum, minimum),
    maximum: known(one.maximum, other.maximum, maximum),
    required: required(one.required, other.required),
    fields: new Map([...one.fields, ...shared]),
    items: other.items === undefined ? one.items : part(one.items, other.items),
  };
}

const union = (one: Names, other: Names): Names => new Set([...one, ...other]);
const intersect = (one: Names, other: Names): Names =>
  new Set([...one].filter((each) => other.has(each)));

const lazily = (node: JsonNode): LazySchema => ({
  pointer: node.pointer,
  flatten: () => flatten(node),
});

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
