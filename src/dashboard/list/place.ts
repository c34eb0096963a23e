import { useCallback, useEffect, useMemo, useState } from 'react';

/** Rows of one page: a page of the Partner API, one REST request. */
export const pageSize = 100;

export interface PageData<Row> {
  readonly totalCount: number;
  readonly nodes: readonly (Row | null)[];
}

/** What is known of a place in a list: its record, or why there is none. */
export type Place<Row> = Row | 'unread' | 'failed' | 'unreadable' | 'hidden';

/**
 * What stands in the place of a record that could not be read, or that the Partner API does not
 * give.
 */
export const placeWords = {
  failed: 'Not read.',
  unreadable: 'This record could not be read.',
  hidden: 'Not visible to this credential.',
} as const;

/** The number of the page that holds a place. */
export const pageOfPlace = (index: number): number => Math.floor(index / pageSize) + 1;

/**
 * The pages that hold a range, of those that the list has.
 *
 * @param length undefined until it is known
 */
export function numbersOf({ from, to }: Range, length: number | undefined): readonly number[] {
  const lastOfAll = length === undefined ? Infinity : Math.max(1, Math.ceil(length / pageSize));
  const last = Math.min(lastOfAll, pageOfPlace(Math.max(from, to)));
  const first = Math.min(last, pageOfPlace(from));
  return Array.from({ length: last - first + 1 }, (_none, at) => first + at);
}

/**
 * What a page has at a place of its list.
 *
 * @param page null where it could not be read, undefined before
 */
export function placeIn<Row>(
  page: PageData<Row> | null | undefined,
  index: number,
  length: number,
): Place<Row> {
  if (page === undefined) return 'unread';
  if (page === null) return 'failed';
  const node = page.nodes[index % pageSize];
  if (node === null) return 'unreadable';
  return node ?? (index < length ? 'hidden' : 'unread');
}

/** Places of a list from the first to the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds between two looks at a list that scrolls. */
const lookMs = 100;

/** Places. Who passes more of them between two looks is on the way to another part of the list. */
const maxStep = 60;

/** Says where a list rests or scrolls slowly; what it flies over need not be read. */
export class Settler {
  private last: Range = { from: 0, to: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly onSettle: (range: Range) => void) {}

  /** @param range the places that the window shows now */
  move(range: Range): void {
    this.last = range;
    if (this.timer !== undefined) return;
    let seen = range;
    this.timer = setInterval(() => {
      const { last } = this;
      if (Math.abs(last.from - seen.from) <= maxStep) this.onSettle(last);
      // It rests: the next move begins anew.
      if (last === seen) this.stop();
      seen = last;
    }, lookMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const start: Range = { from: 0, to: 0 };

/**
 * The places whose records are worth reading.
 *
 * @param key of the list; another list begins at its start
 */
export function useSettledRange(key: string): readonly [Range, (from: number, to: number) => void] {
  const [settled, setSettled] = useState({ key, range: start });
  const settler = useMemo(
    () =>
      new Settler(({ from, to }) =>
        setSettled((before) =>
          before.key === key && before.range.from === from && before.range.to === to
            ? before
            : { key, range: { from, to } },
        ),
      ),
    [key],
  );
  useEffect(() => () => settler.stop(), [settler]);
  const move = useCallback((from: number, to: number) => settler.move({ from, to }), [settler]);
  return [settled.key === key ? settled.range : start, move];
}
