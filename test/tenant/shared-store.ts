import type { Held, ValueState } from '../../src/shared/shared-state.js';

/** What processes share, in a map that the test looks into, by a clock that it turns. */
export function openSharedStore(start = 0) {
  let clock = start;
  const stored = new Map<string, { readonly value: string; readonly until: number }>();
  const counts = { reads: 0, writes: 0 };
  const heldAt = (name: string): Held | undefined => {
    const found = stored.get(name);
    const leftMs = (found?.until ?? 0) - clock;
    return found === undefined || leftMs <= 0 ? undefined : { value: found.value, leftMs };
  };
  const shared: ValueState = {
    isAlone: false,
    readAll(_kind, names) {
      counts.reads += 1;
      return Promise.resolve(names.map(heldAt));
    },
    write(_kind, name, value, holdMs) {
      counts.writes += 1;
      stored.set(name, { value, until: clock + holdMs });
    },
    remove: (_kind, name) => void stored.delete(name),
  };
  const advance = (milliseconds: number): void => void (clock += milliseconds);
  return { shared, stored, counts, now: (): number => clock, advance };
}
