import { formatDuration, formatEnum } from '../component/format.js';
import { ItemName } from './item-caption.js';
import { ItemMark } from './item-mark.js';
import { ItemPicture } from './item-picture.js';
import type { Item } from './item.js';

interface OverlaysProps {
  readonly overlays: readonly Item[];
  readonly areShown: boolean;
  readonly onShow: (areShown: boolean) => void;
}

/** What lies above every item. Not drawn at first: without a place, an overlay may hide all that is below it. */
export function Overlays({ overlays, areShown, onShow }: OverlaysProps) {
  return (
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
}
