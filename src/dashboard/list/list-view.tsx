import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatCount, formatNumber } from '../component/format.js';
import { ViewFrame } from '../component/view-frame.js';
import { collections } from '../data/collection.js';
import { useCanRead } from '../data/use-view.js';
import { CardGrid } from './card-grid.js';
import { isTooLong, type ListParts, type ListRow } from './definition.js';
import { DownloadState, useDownload } from './download.js';
import {
  isFiltered,
  type ListSpec,
  readListState,
  type ShowState,
  writeListState,
} from './list-state.js';
import { useSettledRange } from './place.js';
import { RowLines } from './row-lines.js';
import { Toolbar } from './toolbar.js';
import { useListKeys } from './use-list-keys.js';
import { phoneWidth, useStickyHeight, useWidth } from './use-rows.js';
import { VirtualTable } from './virtual-table.js';
import '../style/list.css';

type ListViewProps<Row extends ListRow> = Pick<ListParts<Row>, 'definition'>;

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
  const { pages, facets, fullCount, file } = definition.useContent(state, range);
  const shown = useHeld(pages, key, pages.totalCount !== undefined || pages.errors.length > 0);
  const list = useRef<HTMLDivElement>(null);
  useStickyHeight(list);
  useListKeys(list);
  const download = useDownload(file, key);
  const width = useWidth(list);
  const parts = { definition, state, change, pages: shown, range, onRange, width };
  return (
    <ViewFrame
      title={title}
      summary={summaryOf(noun, shown.totalCount, isFiltered(state) ? fullCount : undefined)}
      reading={{ ...pages, errors: pages.errors.filter((error) => !isTooLong(error)) }}
    >
      <div className="list" ref={list}>
        <Toolbar {...parts} facets={facets} download={download} />
        <DownloadState download={download} noun={noun} total={shown.totalCount} />
        <ListBody key={state.layout} {...parts} isTooLong={pages.errors.some(isTooLong)} />
      </div>
    </ViewFrame>
  );
}

/**
 * `25 of 240 screens` where something is left out.
 *
 * @param fullCount of a list that is narrowed, if it is known
 */
function summaryOf(noun: string, total: number | undefined, fullCount: number | undefined) {
  if (total === undefined) return undefined;
  if (fullCount === undefined) return formatCount(total, noun);
  return `${formatNumber(total)} of ${formatCount(fullCount, noun)}`;
}

/**
 * Milliseconds. A list that is shown this much longer flickers less than one that is replaced by
 * skeletons at once.
 */
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

/**
 * The state of the list at this address, and how to change it; another list is shown from its top.
 */
function useListState(spec: ListSpec) {
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
  return [state, change] as const;
}

interface ListBodyProps<Row extends ListRow> extends ListParts<Row> {
  /** The list with this filter and order is too long to be read at once. */
  readonly isTooLong: boolean;
}

/** The rows of a list in the layout that the visitor chose, or why there are none. */
function ListBody<Row extends ListRow>({ isTooLong, ...parts }: ListBodyProps<Row>) {
  const { definition, state, change, pages, width } = parts;
  const { noun } = collections[definition.collection];
  const all = (): void => change({ ...state, text: '', facets: {}, sort: undefined });
  if (isTooLong) return <TooLong noun={noun} onClear={all} />;
  // The frame says what went wrong.
  if (pages.totalCount === undefined && pages.errors.length > 0) return null;
  if (pages.totalCount === 0)
    return isFiltered(state) ? <NoMatch noun={noun} onClear={all} /> : <Nothing noun={noun} />;
  if ((state.layout ?? definition.usualLayout) === 'cards') return <CardGrid {...parts} />;
  return width < phoneWidth ? <RowLines {...parts} /> : <VirtualTable {...parts} />;
}

interface MessageProps {
  readonly noun: string;
  /** Shows everything again. */
  readonly onClear: () => void;
}

const Nothing = ({ noun }: Pick<MessageProps, 'noun'>) => (
  <div className="list-message">
    <h2>No {noun}s yet</h2>
    <p className="muted">What is added in the CMS appears here.</p>
  </div>
);

const NoMatch = ({ noun, onClear }: MessageProps) => (
  <div className="list-message">
    <h2>No {noun} matches</h2>
    <p className="muted">Nothing has all of what is searched and filtered for.</p>
    <button type="button" className="button" onClick={onClear}>
      Clear filters
    </button>
  </div>
);

/**
 * A filter or an order reads the whole list, and this one is longer than one operation may read.
 */
const TooLong = ({ noun, onClear }: MessageProps) => (
  <div className="list-message" role="alert">
    <h2>Too many {noun}s to search, filter or sort</h2>
    <p className="muted">
      It takes the whole list, which has more pages than one operation may read. In its own order
      the list works, and the operator of the façade can raise the limit.
    </p>
    <button type="button" className="button" onClick={onClear}>
      Show the list in its own order
    </button>
    <p className="muted small">
      <code>UPSTREAM_BUDGET_EXCEEDED</code> · <code>MAX_UPSTREAM_REQUESTS</code>
    </p>
  </div>
);
