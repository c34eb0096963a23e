/** An object or a list of the answer, or what holds the answer itself. */
export type Holder = object;

/**
 * Where a value stands in the answer. Also the path that resolvers are told, so its members are named as graphql-js
 * names them.
 */
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
    // Whoever makes a place gives it a key of its holder: an index of a list, a key of an object.
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
}
