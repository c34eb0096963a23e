import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatCount, formatNumber } from '../component/format.js';
import { ViewFrame } from '../component/view-frame.js';
import { collections } from '../data/collection.js';
import { useCanRead } from '../data/use-view.js';
import { isTooLong, type ListDefinition, type ListRow } from './definition.js';
import type { Facets } from './facet.js';
import { DownloadState } from './download.js';
import { ListBody } from './list-body.js';
import {
  type ShowState,
  isFiltered,
  type ListSpec,
  type ListState,
  readListState,
  writeListState,
} from './list-state.js';
import { useSettledRange } from './settle.js';
import { Toolbar } from './toolbar.js';
import { useDownload } from './use-download.js';
import { useListKeys } from './use-list-keys.js';
import { useStickyHeight, useWidth } from './use-size.js';
import '../style/list.css';

interface ListViewProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
}

/** A list of records, or the scope that it needs. */
export function ListView<Row extends ListRow>({ definition }: ListViewProps<Row>) {
  const { collection, WithoutScope } = definition;
  const { title, scope } = collections[collection];
  if (useCanRead(scope)) return <ReadableList definition={definition} />;
  return (
    <ViewFrame title={title} lacks={scope}>
      {WithoutScope && <WithoutScope />}
    </ViewFrame>
  );
}

/** To search, filter and order, as a table or as cards. */
function ReadableList<Row extends ListRow>({ definition }: ListViewProps<Row>) {
  const { title, noun } = collections[definition.collection];
  const [state, change] = useListState(definition.spec);
  const key = JSON.stringify([state.text, state.facets, state.sort]);
  const [range, onRange] = useSettledRange(key);
  const pages = definition.usePages(state, range);
  const facets = definition.useFacets(state);
  const shown = useHeld(pages, key, pages.totalCount !== undefined || pages.errors.length > 0);
  const list = useRef<HTMLDivElement>(null);
  const toolbar = useStickyHeight(list);
  useListKeys(list);
  const download = useDownload(definition.fileOf(state), key);
  const width = useWidth(list);
  const rows = { definition, state, change, pages: shown, range, onRange, width };
  return (
    <ViewFrame
      title={title}
      summary={summaryOf(noun, shown.totalCount, facets, isFiltered(state))}
      reading={{ ...pages, errors: pages.errors.filter((error) => !isTooLong(error)) }}
    >
      <div className="list" ref={list}>
        <Toolbar ref={toolbar} {...rows} facets={facets.facets} download={download} />
        <DownloadState download={download} noun={noun} total={shown.totalCount} />
        <ListBody key={state.layout} {...rows} isTooLong={pages.errors.some(isTooLong)} />
      </div>
    </ViewFrame>
  );
}

/** `25 of 240 screens` where something is left out. */
function summaryOf(
  noun: string,
  total: number | undefined,
  { count }: Facets,
  isPart: boolean,
): string | undefined {
  if (total === undefined) return undefined;
  return isPart && count !== undefined
    ? `${formatNumber(total)} of ${formatCount(count, noun)}`
    : formatCount(total, noun);
}

/** Milliseconds. A list that is shown this much longer flickers less than one that is replaced by skeletons at once. */
const holdMs = 250;

/**
 * The value, or for a moment the one before, while nothing is known of the new one.
 *
 * @param key of what the value describes
 */
function useHeld<Value>(value: Value, key: string, isKnown: boolean): Value {
  const held = useRef(value);
  const [lateKey, setLateKey] = useState<string>();
  useEffect(() => {
    if (isKnown) return undefined;
    const timer = setTimeout(() => setLateKey(key), holdMs);
    return () => clearTimeout(timer);
  }, [key, isKnown]);
  if (isKnown || lateKey === key) held.current = value;
  return held.current;
}

/** The state of the list at this address, and how to change it; another list is shown from its top. */
function useListState(spec: ListSpec): readonly [ListState, ShowState] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => readListState(search, spec), [search, spec]);
  const { layout } = state;
  const change = useCallback<ShowState>(
    (next, { replace = false } = {}) => {
      const query = writeListState(next);
      navigate(query === '' ? path : `${path}?${query}`, { replace });
      // A new step of the history begins at its top by itself; another layout is the same list.
      if (replace && next.layout === layout) scrollTo(0, 0);
    },
    [navigate, path, layout],
  );
  return [state, change];
}
