import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatCount, formatDuration, formatNumber } from '../component/format.js';
import { useNow } from '../component/time.js';
import type { Cost, Entry } from '../data/entry.js';
import { usePublished } from '../data/published.js';
import { organizationName } from '../data/session.js';
import { useStore } from '../data/use-view.js';
import { OperationDetail } from './operation-detail.js';
import { nameOf } from './operation.js';

interface DeveloperDrawerProps {
  readonly close: () => void;
  readonly showKeys: () => void;
}

/** What the page asks the façade: query, cost and trace of each operation that it shows now. */
export function DeveloperDrawer({ close, showKeys }: DeveloperDrawerProps) {
  const operations = useShownOperations();
  const [chosen, setChosen] = useState<Entry>();
  const shown = operations.find((entry) => entry === chosen) ?? operations[0];
  return (
    <dialog
      ref={useOpenDialog()}
      className="drawer"
      aria-labelledby="drawer-title"
      onClose={close}
      onKeyDown={({ key, currentTarget }) => {
        // The browser closes modal dialogs only.
        if (key === 'Escape') currentTarget.close();
      }}
    >
      <header className="drawer__head">
        <h2 id="drawer-title">Developer</h2>
        <button type="button" className="button button--quiet drawer__keys" onClick={showKeys}>
          Keyboard <kbd>?</kbd>
        </button>
        <button type="button" className="button button--quiet" onClick={close}>
          Close
        </button>
      </header>
      <ul className="operations" aria-label="Operations of this view">
        {operations.map((entry) => (
          <li key={keyOf(entry)}>
            <OperationLine
              entry={entry}
              isChosen={entry === shown}
              choose={() => setChosen(entry)}
            />
          </li>
        ))}
      </ul>
      {shown && <OperationDetail key={keyOf(shown)} entry={shown} />}
    </dialog>
  );
}

/** A trace belongs to one operation with its variables. */
const keyOf = ({ document, variables }: Entry): string =>
  JSON.stringify([nameOf(document), variables]);

/** An event of the subscription may come from what was read a moment before. */
function costWords({ requests, limit, cached = 0 }: Cost): string {
  const words = `${formatCount(requests, 'request')} of ${formatNumber(limit)}`;
  return cached === 0 ? words : `${words}, ${formatNumber(cached)} from memory`;
}

interface OperationLineProps {
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function OperationLine({ entry, isChosen, choose }: OperationLineProps) {
  const { cost, asOf, isBusy } = entry.get();
  const age = asOf === undefined ? undefined : Math.max(0, Math.floor((Date.now() - asOf) / 1000));
  return (
    <button type="button" className="operations__one" aria-pressed={isChosen} onClick={choose}>
      <span className="operations__name">{nameOf(entry.document)}</span>
      <span className="muted">{cost ? costWords(cost) : 'no request yet'}</span>
      <span className="muted operations__age">
        {isBusy ? 'reading…' : age !== undefined && `${formatDuration(age)} ago`}
      </span>
    </button>
  );
}

/** Opens a dialog: over the page on a phone, and beside it elsewhere, where both can be used. */
function useOpenDialog(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (matchMedia('(width < 640px)').matches) dialog?.showModal();
    else dialog?.show();
    // What most visitors come for.
    dialog?.querySelector<HTMLElement>('.button--strong')?.focus();
    // Gives the focus back.
    return () => dialog?.close();
  }, []);
  return ref;
}

/**
 * The operations that the page shows now, those of the view before that of the header. It renders
 * again every second: ages grow, and a subscription to an entry would keep it on the page after its
 * view has gone.
 */
function useShownOperations(): readonly Entry[] {
  const store = useStore();
  const shown = usePublished(store.shown);
  useNow();
  const isOfHeader = ({ document }: Entry): boolean => document === organizationName;
  return [...shown.filter((entry) => !isOfHeader(entry)), ...shown.filter(isOfHeader)];
}
