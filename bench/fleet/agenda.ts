/**
 * Virtual time: what happens when, in the order of time, and in the order of planning where times
 * are equal.
 */
export interface Agenda {
  /** Milliseconds since the start. */
  readonly now: () => number;
  plan(at: number, action: () => void): void;
  /** Runs until nothing is planned. */
  run(): void;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

export function createAgenda(): Agenda {
  const heap: Entry[] = [];
  let now = 0;
  let planned = 0;
  return {
    now: () => now,
    plan(at, action) {
      planned += 1;
      push(heap, { at: Math.max(at, now), order: planned, action });
    },
    run() {
      for (let entry = pop(heap); entry !== undefined; entry = pop(heap)) {
        now = entry.at;
        entry.action();
      }
    },
  };
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

/** A binary heap: each entry comes before the two at twice its place. */
function push(heap: Entry[], entry: Entry): void {
  let place = heap.length;
  while (place > 0) {
    const parentPlace = (place - 1) >> 1;
    const parent = heap[parentPlace];
    if (parent === undefined || isBefore(parent, entry)) break;
    heap[place] = parent;
    place = parentPlace;
  }
  heap[place] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let place = 0;
  for (;;) {
    const childPlace = earlierChild(heap, place);
    const child = heap[childPlace];
    if (child === undefined || isBefore(last, child)) break;
    heap[place] = child;
    place = childPlace;
  }
  heap[place] = last;
  return first;
}

function earlierChild(heap: readonly Entry[], place: number): number {
  const left = 2 * place + 1;
  const [a, b] = [heap[left], heap[left + 1]];
  return a !== undefined && b !== undefined && isBefore(b, a) ? left + 1 : left;
}
