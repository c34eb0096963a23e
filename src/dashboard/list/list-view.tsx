import { useCallback, useRef } from 'react';
import { formatCount, formatNumber } from '../component/format.js';
import { ViewFrame } from '../component/view-frame.js';
import { useCanRead } from '../data/scope.js';
import { lacksScope } from '../error/read-error.js';
import type { ListDefinition, ListRow } from './definition.js';
import type { Facets } from './facet.js';
import { isFiltered, type ListState } from './list-state.js';
import { ListBody } from './list-body.js';
import { Toolbar } from './toolbar.js';
import { isTooLong } from './too-long.js';
import { useHeld } from './use-held.js';
import { useListKeys } from './use-list-keys.js';
import { type Change, useListState } from './use-list-state.js';
import { useSettledRange } from './use-settled-range.js';
import { useStickyHeight } from './use-sticky-height.js';
import { useWidth } from './use-width.js';
import '../style/list.css';

interface ListViewProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
}

/** A list of records, or the scope that it needs. */
export function ListView<Row extends ListRow>({ definition }: ListViewProps<Row>) {
  const { title, scope, WithoutScope } = definition;
  if (useCanRead(scope)) return <ReadableList definition={definition} />;
  return (
    <ViewFrame title={title} errors={[lacksScope(scope)]} retry={() => undefined} isBusy={false}>
      {WithoutScope && <WithoutScope />}
    </ViewFrame>
  );
}

/** To search, filter and order, as a table or as cards. */
function ReadableList<Row extends ListRow>({ definition }: ListViewProps<Row>) {
  const { title, noun, spec } = definition;
  const [state, setState] = useListState(spec);
  const key = JSON.stringify([state.text, state.facets, state.sort]);
  const [range, onRange] = useSettledRange(key);
  const pages = definition.useRows(state, range);
  const facets = definition.useFacets(state);
  const shown = useHeld(pages, key, pages.totalCount !== undefined || pages.errors.length > 0);
  const list = useRef<HTMLDivElement>(null);
  const toolbar = useStickyHeight(list);
  const change = useChange(state, setState);
  useListKeys(list);
  const width = useWidth(list);
  const rows = { definition, state, change, pages: shown, range, onRange, width };
  return (
    <ViewFrame
      title={title}
      summary={summaryOf(noun, shown.totalCount, facets, isFiltered(state))}
      errors={pages.errors.filter((error) => !isTooLong(error))}
      retry={pages.refresh}
      isBusy={pages.isBusy}
    >
      <div className="list" ref={list}>
        <Toolbar ref={toolbar} {...rows} facets={facets.facets} />
        <ListBody key={state.layout} {...rows} isTooLong={pages.errors.some(isTooLong)} />
      </div>
    </ViewFrame>
  );
}

/** Changes the list, and shows it from its top. */
function useChange({ layout }: ListState, setState: Change): Change {
  return useCallback(
    (next, options) => {
      setState(next, options);
      // A new step of the history begins at its top by itself; another layout is the same list.
      if (options?.replace === true && next.layout === layout) scrollTo(0, 0);
    },
    [setState, layout],
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
