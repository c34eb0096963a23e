/** The order of what follows at once: first in, first out, until `advance` has chosen another. */
export class Choices {
  private readonly made: { readonly count: number; value: number }[] = [];
  private position = 0;

  /** @returns an index below `count` */
  choose(count: number): number {
    if (count === 1) return 0;
    const known = this.made[this.position];
    if (known === undefined) this.made.push({ count, value: 0 });
    this.position += 1;
    return known?.value ?? 0;
  }

  /** Begins again with the next order; false where all have been tried. */
  advance(): boolean {
    this.made.splice(this.position);
    this.position = 0;
    for (let last = this.made.at(-1); last !== undefined; last = this.made.at(-1)) {
      last.value += 1;
      if (last.value < last.count) return true;
      this.made.pop();
    }
    return false;
  }
}
