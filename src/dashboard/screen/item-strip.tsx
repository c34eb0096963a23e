import { formatDuration } from '../component/format.js';
import { ItemMark } from './item-mark.js';
import { ItemPicture } from './item-picture.js';
import type { Item } from './item.js';

interface ItemStripProps {
  readonly items: readonly Item[];
  readonly chosen: Item | undefined;
  readonly choose: (key: string) => void;
}

/** The items in their order. Radio buttons: one stop of Tab, and the arrow keys choose. */
export function ItemStrip({ items, chosen, choose }: ItemStripProps) {
  return (
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
}
