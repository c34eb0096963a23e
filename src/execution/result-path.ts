import type { GraphQLResolveInfo } from 'graphql';

type Path = GraphQLResolveInfo['path'];

/** An object or a list of the answer, or what holds the answer itself. */
export type Holder = object;

/** Where a value stands in the answer. */
export class Place {
  constructor(
    readonly prev: Place | undefined,
    readonly key: string | number,
    /** The type whose field it is; undefined for an entry of a list. */
    readonly typename: string | undefined,
    readonly holder: Holder,
    readonly isNullable: boolean,
  ) {}

  /** Puts a value there. */
  fill(value: unknown): void {
    // The key of a place is always one of its holder: an index of a list, a key of an object.
    (this.holder as Record<string | number, unknown>)[this.key] = value;
  }

  /** Puts null where the nearest value stands that may be null, this one or one around it. */
  nullify(): void {
    if (this.isNullable || this.prev === undefined) this.fill(null);
    else this.prev.nullify();
  }

  /** The keys from the top of the answer down to this place. */
  path(): (string | number)[] {
    return this.prev === undefined ? [] : [...this.prev.path(), this.key];
  }

  /** The path that resolvers are given, in the form of graphql-js; the place of the whole answer is no part of it. */
  resolvePath(): Path | undefined {
    if (this.prev === undefined) return undefined;
    return { prev: this.prev.resolvePath(), key: this.key, typename: this.typename };
  }

  /** The key of the root field that it is below. */
  root(): string | number | undefined {
    return this.prev === undefined ? undefined : (this.prev.root() ?? this.key);
  }

  /** Whether the answer still shows this value here: an error below or above may have put null in its place. */
  shows(value: unknown): boolean {
    // See `fill`.
    if ((this.holder as Record<string | number, unknown>)[this.key] !== value) return false;
    return this.prev === undefined || this.prev.shows(this.holder);
  }
}

/** Where the fields of a deferred fragment begin: its data has a holder of its own and the path of its object. */
export class DeferredPlace extends Place {
  constructor(
    private readonly object: Place,
    holder: Holder,
  ) {
    super(undefined, 'data', undefined, holder, true);
  }

  override path(): (string | number)[] {
    return this.object.path();
  }

  override resolvePath(): Path | undefined {
    return this.object.resolvePath();
  }

  override root(): string | number | undefined {
    return this.object.root();
  }
}

/** What holds a streamed item: null where the item failed and must not be null. */
export interface StreamedItems {
  items: readonly unknown[] | null;
}

/** Where a streamed item stands: its part holds it alone, and its path is that of the list and its index there. */
export class StreamedPlace extends Place {
  constructor(
    private readonly list: Place,
    index: number,
    private readonly part: StreamedItems,
    isNullable: boolean,
  ) {
    super(undefined, index, undefined, part, isNullable);
  }

  override fill(value: unknown): void {
    this.part.items = value === null && !this.isNullable ? null : [value];
  }

  override shows(value: unknown): boolean {
    return this.part.items?.[0] === value;
  }

  override path(): (string | number)[] {
    return [...this.list.path(), this.key];
  }

  override resolvePath(): Path {
    return { prev: this.list.resolvePath(), key: this.key, typename: undefined };
  }

  override root(): string | number | undefined {
    return this.list.root();
  }
}
