import { useEffect, useRef, useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { type Reading, useKeptEntries, useRuns, useStore } from '../data/use-view.js';
import {
  numbersOf,
  type PageData,
  pageOfPlace,
  pageSize,
  type Place,
  placeIn,
  type Range,
} from './place.js';

export interface Pages<Row> extends Reading {
  /** Undefined until the first page has arrived. */
  readonly totalCount: number | undefined;
  readonly placeAt: (index: number) => Place<Row>;
}

/** What every query of a list has for its page. */
export interface Listed<Row> {
  readonly list: PageData<Row> | null;
}

interface PagesOptions<Row, Variables extends AnyVariables> {
  readonly document: TypedDocumentNode<Listed<Row>, Variables>;
  /** Those of the list, beside its page. */
  readonly variables: Omit<Variables, 'first' | 'page'>;
  readonly range: Range;
}

/**
 * The numbered pages of a list that hold the places of a range. Only they are read, and the one
 * where the list rests is watched for changes. Other pages have what the session has read of them
 * last.
 */
export function usePages<Row extends object, Variables extends AnyVariables>({
  document,
  variables,
  range,
}: PagesOptions<Row, Variables>): Pages<Row> {
  const store = useStore();
  const variablesOf = (page: number): Variables =>
    // `variables` have every variable of the document but these two, so that all are there.
    ({ ...variables, first: pageSize, page }) as unknown as Variables;
  const pages = new Map<number, PageData<Row> | null | undefined>();
  const pageAt = (number: number): PageData<Row> | null | undefined => {
    if (!pages.has(number)) {
      const { data, errors = [] } = store.known(document, variablesOf(number)) ?? {};
      pages.set(number, data ? data.list : errors.length > 0 ? null : undefined);
    }
    return pages.get(number);
  };
  const length = useRef<{ readonly key: string; readonly total: number | undefined }>(undefined);
  const key = JSON.stringify(variables);
  const lastTotal = length.current?.key === key ? length.current.total : pageAt(1)?.totalCount;
  const numbers = numbersOf(range, lastTotal);
  const { entries, errors, isBusy, refresh } = useRuns(document, numbers.map(variablesOf));
  useKeptEntries(entries, 'kept');
  useKeptEntries(useRested(entries));
  // Of a page that is shown: those are the newest.
  const totalCount = numbers.map(pageAt).find((page) => page != null)?.totalCount ?? lastTotal;
  length.current = { key, total: totalCount };
  return {
    ...{ errors, isBusy, refresh, totalCount },
    placeAt: (index) => placeIn(pageAt(pageOfPlace(index)), index, totalCount ?? 0),
  };
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
