import { type ASTNode, GraphQLError, locatedError, type SourceLocation } from 'graphql';
import { onceFor } from '../base/once.js';
import type { CompiledField } from './compile-selection.js';

/**
 * The completed value of something that failed and must not be null: what holds it fails with it.
 */
export const failed = Symbol('failed');

/** Where the value of a field, or an item of its list, is in the result. */
export class ResultPath {
  /**
   * @param prev the value around it; undefined for the data of the operation
   * @param holder the object or the list that holds the value under `key`
   */
  constructor(
    readonly prev: ResultPath | undefined,
    readonly key: string | number,
    readonly field: CompiledField,
    readonly holder: object,
    readonly isNullable: boolean,
  ) {}

  /** The key is always one of its holder: an index of a list, a response name of an object. */
  set(value: unknown): void {
    (this.holder as Record<string | number, unknown>)[this.key] = value;
  }

  /** Whether its holder still has this value there. */
  holds(value: unknown): boolean {
    return (this.holder as Record<string | number, unknown>)[this.key] === value;
  }

  /** The path as errors have it. */
  toArray(): (string | number)[] {
    return this.prev === undefined ? [this.key] : [...this.prev.toArray(), this.key];
  }

  /** How many keys it has: to list them would make a list for each. */
  length(): number {
    return 1 + (this.prev?.length() ?? 0);
  }

  /** The path of a value around it. */
  above(steps: number): ResultPath | undefined {
    return steps === 0 ? this : this.prev?.above(steps - 1);
  }
}

/** Locations of one error; a field may be selected thousands of times. */
const maxLocations = 100;

/**
 * As the parser counted them: graphql-js would count the lines before each node again. Shared by
 * all errors of a field.
 */
export const locationsOf = onceFor((nodes: readonly ASTNode[]): readonly SourceLocation[] =>
  nodes.slice(0, maxLocations).flatMap(({ loc }) => {
    if (loc === undefined) return [];
    const { line, column } = loc.startToken;
    // The token at the start of a file has line 0 and column 0.
    return [{ line: Math.max(1, line), column: Math.max(1, column) }];
  }),
);

/** An error in the form of graphql-js. */
export function locate(error: unknown, path: ResultPath): GraphQLError {
  const { nodes } = path.field;
  if (error instanceof GraphQLError || !(error instanceof Error)) {
    return locatedError(error, nodes, path.toArray());
  }
  const located = new GraphQLError(error.message, { path: path.toArray(), originalError: error });
  return Object.assign(located, { nodes, locations: locationsOf(nodes) });
}

/** Made once for each field: the stack says nothing, and costs more than the rest of the field. */
export const nonNullError = onceFor(
  (field: CompiledField) =>
    new Error(`Cannot return null for non-nullable field ${coordinateOf(field)}.`),
);

export const coordinateOf = ({ parentType, fieldName }: CompiledField): string =>
  `${parentType.name}.${fieldName}`;
