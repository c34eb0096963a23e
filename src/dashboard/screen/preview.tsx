import { useState } from 'react';
import { formatCount, formatDuration, formatEnum } from '../component/format.js';
import { ScopeNote } from '../component/notice.js';
import { Panel } from '../component/panel.js';
import { useCanRead } from '../data/use-view.js';
import type { Ratio } from './geometry.js';
import { ItemCaption, ItemMark, ItemName, ItemPicture } from './item-parts.js';
import type { Item, Playback } from './playback.js';
import { PanelList, Stage } from './stage.js';

interface PreviewProps {
  readonly playback: Playback;
  readonly ratio: Ratio;
}

/**
 * What a screen plays: one item large, all to choose from. Nobody knows which one is on the wall
 * this second.
 */
export function Preview({ playback: { items, overlays }, ratio }: PreviewProps) {
  const canReadMedia = useCanRead('media:read');
  const [chosenKey, setChosenKey] = useState<string>();
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [hasOverlays, setHasOverlays] = useState(false);
  const item = items.find(({ key }) => key === chosenKey) ?? items[0];
  return (
    <Panel title="Preview" note={<LoopNote items={items} />} className="preview">
      <div
        className={
          ratio.width < ratio.height ? 'preview__parts preview__parts--tall' : 'preview__parts'
        }
      >
        <div
          className="preview__stage"
          style={{ flexBasis: `calc(var(--stage-height) * ${ratio.width / ratio.height} + 24px)` }}
        >
          <Stage item={item} overlays={hasOverlays ? overlays : []} ratio={ratio} shown={shown} />
        </div>
        <div className="preview__choice">
          {item && <ItemCaption item={item} />}
          {items.length > 0 && <ItemStrip items={items} chosen={item} choose={setChosenKey} />}
          {item?.layout && (
            <PanelList
              layout={item.layout}
              shown={shown}
              show={(key, index) => setShown((before) => new Map(before).set(key, index))}
            />
          )}
          {overlays.length > 0 && (
            <Overlays overlays={overlays} areShown={hasOverlays} onShow={setHasOverlays} />
          )}
        </div>
      </div>
      {!canReadMedia && (
        <ScopeNote what="Names and states of media files need" scope="media:read" />
      )}
    </Panel>
  );
}

function LoopNote({ items }: Pick<Playback, 'items'>) {
  if (items.length === 0) return null;
  const seconds = items.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return (
    <p className="muted">
      Plays in a loop: {formatCount(items.length, 'item')}, {formatDuration(seconds)}
    </p>
  );
}

interface ItemStripProps {
  readonly items: readonly Item[];
  readonly chosen: Item | undefined;
  readonly choose: (key: string) => void;
}

/** The items in their order. Radio buttons: one stop of Tab, and the arrow keys choose. */
const ItemStrip = ({ items, chosen, choose }: ItemStripProps) => (
  <fieldset className="items">
    <legend className="unseen">Item to preview</legend>
    {items.map((item) => (
      <label
        key={item.key}
        className={item.trouble === 'gone' ? 'items__item items__item--gone' : 'items__item'}
      >
        <input
          type="radio"
          name="preview-item"
          className="choice"
          checked={item === chosen}
          onChange={() => choose(item.key)}
        />
        <span className="items__picture">
          <ItemPicture item={item} isSmall />
        </span>
        <span className="items__name">{item.name}</span>
        <span className="items__facts muted">
          <span>{item.number}</span>
          <span className="number">{formatDuration(item.durationSeconds)}</span>
        </span>
        <ItemMark item={item} />
      </label>
    ))}
  </fieldset>
);

interface OverlaysProps {
  readonly overlays: readonly Item[];
  readonly areShown: boolean;
  readonly onShow: (areShown: boolean) => void;
}

/**
 * What lies above every item. Not drawn at first: without a place, an overlay may hide all that is
 * below it.
 */
const Overlays = ({ overlays, areShown, onShow }: OverlaysProps) => (
  <section className="overlays" aria-labelledby="overlays">
    <div className="overlays__head">
      <h3 id="overlays">Overlays</h3>
      <label className="toggle">
        <input
          type="checkbox"
          role="switch"
          checked={areShown}
          onChange={({ currentTarget }) => onShow(currentTarget.checked)}
        />
        Show in the preview
      </label>
    </div>
    <ul>
      {overlays.map((item) => (
        <li key={item.key} className="overlays__item">
          <span className="overlays__picture">
            <ItemPicture item={item} isSmall />
          </span>
          <span className="overlays__name">
            <ItemName item={item} />
          </span>
          <ItemMark item={item} />
          <span className="muted small">{formatEnum(item.type)}</span>
          <span className="muted small number">{formatDuration(item.durationSeconds)}</span>
        </li>
      ))}
    </ul>
  </section>
);
