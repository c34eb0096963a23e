import { useEffect, useMemo, useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { useKeptEntries, useSnapshots, useStore } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';
import {
  knownPagesOf,
  lengthOf,
  notePage,
  numbersOf,
  type PageData,
  type Place,
  pageSize,
  placeIn,
} from './known-pages.js';
import type { Range } from './settle.js';

export interface Pages<Row> {
  /** Undefined until the first page has arrived. */
  readonly totalCount: number | undefined;
  readonly placeAt: (index: number) => Place<Row>;
  readonly errors: readonly ReadError[];
  readonly isBusy: boolean;
  readonly refresh: () => void;
}

interface PagesOptions<Data, Variables extends AnyVariables, Row> {
  readonly collection: string;
  readonly document: TypedDocumentNode<Data, Variables>;
  /** Those of the list, beside its page. */
  readonly variables: Omit<Variables, 'first' | 'page'>;
  readonly pageOf: (data: Data) => PageData<Row> | null;
  readonly range: Range;
}

/**
 * The numbered pages of a list that hold the places of a range. Only they are read, and the one where the list rests is
 * watched for changes; of the others it tells what they were when they were last seen.
 */
export function usePages<Data, Variables extends AnyVariables, Row extends object>(
  options: PagesOptions<Data, Variables, Row>,
): Pages<Row> {
  const { collection, document, variables, pageOf, range } = options;
  const store = useStore();
  const known = knownPagesOf(store, `${collection} ${JSON.stringify(variables)}`);
  const numbers = numbersOf(range, lengthOf(known));
  const entries = numbers.map((page) =>
    // `variables` are those of the document but for these two.
    store.entry(document, { ...variables, first: pageSize, page } as unknown as Variables),
  );
  const stable = useStable(entries);
  const snapshots = useSnapshots(stable);
  useKeptEntries(stable, 'kept');
  useKeptEntries(useRested(stable));
  snapshots.forEach(({ data, errors }, at) => {
    const number = numbers[at];
    if (number === undefined || (data === undefined && errors.length === 0)) return;
    notePage(known, number, data === undefined ? null : pageOf(data));
  });
  const totalCount = lengthOf(known, numbers);
  return {
    totalCount,
    placeAt: (index) => placeIn<Row>(known, index, totalCount ?? 0),
    errors: snapshots.flatMap(({ errors }) => errors),
    isBusy: snapshots.some(({ isBusy }) => isBusy),
    refresh: () => stable.forEach((entry) => entry.read(0)),
  };
}

/** The same array as long as its members are the same. */
function useStable<Member extends object>(members: readonly Member[]): readonly Member[] {
  const holder = useMemo<{ members: readonly Member[] }>(() => ({ members: [] }), []);
  const before = holder.members;
  if (before.length !== members.length || members.some((member, at) => member !== before[at]))
    holder.members = members;
  return holder.members;
}

/** Milliseconds. A stream is not worth its opening before. */
const restMs = 3000;

/** The members as they were when they last rested: the first ones at once, others after a while. */
function useRested<Member>(members: readonly Member[]): readonly Member[] {
  const [rested, setRested] = useState(members);
  useEffect(() => {
    const timer = setTimeout(() => setRested(members), restMs);
    return () => clearTimeout(timer);
  }, [members]);
  return rested;
}
