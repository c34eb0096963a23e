import type { GraphQLResolveInfo } from 'graphql';
import type { CompiledField } from './compile-selection.js';

type Path = GraphQLResolveInfo['path'];

/** The completed value of something that failed and must not be null: what holds it fails with it. */
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

  /** Puts a value there. */
  set(value: unknown): void {
    // The key is always one of its holder: an index of a list, a response name of an object.
    (this.holder as Record<string | number, unknown>)[this.key] = value;
  }

  /** Whether its holder still has this value there. */
  holds(value: unknown): boolean {
    // See `set`.
    return (this.holder as Record<string | number, unknown>)[this.key] === value;
  }

  /** The path as errors have it. */
  toArray(): (string | number)[] {
    return this.prev === undefined ? [this.key] : [...this.prev.toArray(), this.key];
  }

  /** How many keys it has. */
  length(): number {
    return 1 + (this.prev?.length() ?? 0);
  }

  /** The path of a value around it. */
  above(steps: number): ResultPath | undefined {
    return steps === 0 ? this : this.prev?.above(steps - 1);
  }

  /** The path as resolvers have it. */
  toResolvePath(): Path {
    const typename = typeof this.key === 'number' ? undefined : this.field.parentType.name;
    return { prev: this.prev?.toResolvePath(), key: this.key, typename };
  }

  /** The response name of the root field. */
  rootKey(): string | number {
    return this.prev?.rootKey() ?? this.key;
  }
}
