import type { GraphQLResolveInfo } from 'graphql';
import type { CompiledField } from './compiled-query.js';

type Path = GraphQLResolveInfo['path'];

/** The completed value of something that failed and must not be null: what holds it fails with it. */
export const failed = Symbol('failed');

/** Where a value with fields or items of its own is in the result. */
export interface ParentPath {
  /** Puts null there, or in the nearest place around it that may be null. */
  nullify(): void;
  /** Whether the result still holds this value here: an error below or above may have replaced it with null. */
  holds(value: unknown): boolean;
  /** The path as errors have it. */
  toArray(): (string | number)[];
  /** The path as resolvers have it; undefined for the data of the operation. */
  toResolvePath(): Path | undefined;
  /** The response name of the root field; undefined for the data of the operation. */
  rootKey(): string | number | undefined;
}

/** The path of the data of an operation, or of a deferred fragment, which continues the path of its object. */
export class DataPath implements ParentPath {
  constructor(
    private readonly holder: { data: unknown },
    private readonly object?: ParentPath,
  ) {}

  nullify(): void {
    this.holder.data = null;
  }

  holds(value: unknown): boolean {
    return this.holder.data === value;
  }

  toArray(): (string | number)[] {
    return this.object?.toArray() ?? [];
  }

  toResolvePath(): Path | undefined {
    return this.object?.toResolvePath();
  }

  rootKey(): string | number | undefined {
    return this.object?.rootKey();
  }
}

/** Where the value of a field, or an item of its list, is in the result. */
export class ResultPath implements ParentPath {
  /** @param holder the object or the list that holds the value under `key` */
  constructor(
    readonly prev: ParentPath,
    readonly key: string | number,
    readonly field: CompiledField,
    readonly holder: object,
    readonly isNullable: boolean,
  ) {}

  /** Puts a completed value there. */
  put(completed: unknown): void {
    if (completed === failed) this.nullify();
    else this.set(completed);
  }

  nullify(): void {
    if (this.isNullable) this.set(null);
    else this.prev.nullify();
  }

  holds(value: unknown): boolean {
    // See `set`.
    return (
      (this.holder as Record<string | number, unknown>)[this.key] === value && this.prev.holds(this.holder)
    );
  }

  toArray(): (string | number)[] {
    return [...this.prev.toArray(), this.key];
  }

  toResolvePath(): Path {
    const typename = typeof this.key === 'number' ? undefined : this.field.parentType.name;
    return { prev: this.prev.toResolvePath(), key: this.key, typename };
  }

  rootKey(): string | number {
    return this.prev.rootKey() ?? this.key;
  }

  protected set(value: unknown): void {
    // The key is always one of its holder: an index of a list, a response name of an object.
    (this.holder as Record<string | number, unknown>)[this.key] = value;
  }
}

/** Holds one streamed item; null where it failed and must not be null. */
export interface StreamedItems {
  items: readonly unknown[] | null;
}

/** The path of a streamed item, which has a holder of its own: its failure does not reach the list. */
export class StreamedItemPath extends ResultPath {
  constructor(
    list: ResultPath,
    index: number,
    isNullable: boolean,
    private readonly streamed: StreamedItems,
  ) {
    super(list, index, list.field, streamed, isNullable);
  }

  override nullify(): void {
    this.streamed.items = this.isNullable ? [null] : null;
  }

  override holds(value: unknown): boolean {
    return this.streamed.items?.[0] === value;
  }

  protected override set(value: unknown): void {
    this.streamed.items = [value];
  }
}
