/**
 * Where ids stand on a page. A batch looks for hundreds of ids on every page of a list: a Map of strings takes a look at
 * other strings for each, five times as long as this does, which only looks at what it is likely to find.
 */
export class IdIndex {
  /** An id's index on the page and one, at the first free slot from the one that its hash names; 0 where none is. */
  private readonly slots: number[];
  private readonly mask: number;
  /** The hash of each id; equal ones alone are worth a look at the strings. */
  private readonly hashes: number[];

  constructor(private readonly ids: readonly unknown[]) {
    // A third full at most.
    this.mask = 2 ** Math.ceil(Math.log2(ids.length * 3 + 1)) - 1;
    this.slots = new Array<number>(this.mask + 1).fill(0);
    this.hashes = ids.map((id) => (typeof id === 'string' ? hashOf(id) : -1));
    for (let index = 0; index < ids.length; index += 1) this.add(index);
  }

  /** The index of the first item of an id, or -1. @param hash of the id, by `hashOf` */
  find(id: string, hash: number): number {
    return (this.slots[this.slotOf(id, hash)] ?? 0) - 1;
  }

  private add(index: number): void {
    const slot = this.slotOf(this.ids[index], this.hashes[index] ?? 0);
    if (this.slots[slot] === 0) this.slots[slot] = index + 1;
  }

  /** The slot in which the id stands, or else would. */
  private slotOf(id: unknown, hash: number): number {
    const { slots, mask, ids, hashes } = this;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = (slots[slot] ?? 0) - 1;
      if (index === -1 || (hashes[index] === hash && ids[index] === id)) return slot;
    }
  }
}

/** A number by which to look an id up on any page: 0 or more, in 30 bits, which V8 keeps without an object. */
export function hashOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 15)) & 0x3fff_ffff;
}
