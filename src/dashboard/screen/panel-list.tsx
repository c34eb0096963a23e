import { itemShown, panelsShown, percent } from './geometry.js';
import { ItemMark, ItemName, ItemPicture } from './item-parts.js';
import type { Layout, ZonePanel } from './playback.js';

interface PanelListProps {
  readonly layout: Layout;
  readonly shown: ReadonlyMap<string, number>;
  readonly show: (key: string, index: number) => void;
}

/** The panels that the preview shows, those of nested layouts included, each with its items to choose from. */
export function PanelList({ layout, shown, show }: PanelListProps) {
  return (
    <ul className="panels">
      {panelsShown(layout, shown).map(({ panel, title }) => (
        <li key={panel.key} className="panels__panel">
          <p className="panels__head">
            <strong>{title}</strong>{' '}
            <span className="muted small">
              {percent(panel.width)} × {percent(panel.height)}
            </span>
          </p>
          <PanelItems panel={panel} title={title} shown={shown} show={show} />
        </li>
      ))}
    </ul>
  );
}

interface PanelItemsProps extends Omit<PanelListProps, 'layout'> {
  readonly panel: ZonePanel;
  readonly title: string;
}

function PanelItems({ panel, title, shown, show }: PanelItemsProps) {
  const current = itemShown(panel, shown);
  if (current === undefined) return <p className="muted small">Empty</p>;
  return (
    <>
      <fieldset className="panels__items">
        <legend className="unseen">Item of {title}</legend>
        {panel.items.map((item, index) => (
          <label key={item.key} className="panels__item">
            <input
              type="radio"
              name={panel.key}
              className="choice"
              checked={item === current}
              onChange={() => show(panel.key, index)}
            />
            <ItemPicture item={item} isSmall />
            <span className="unseen">{item.name}</span>
          </label>
        ))}
      </fieldset>
      <p className="panels__name small">
        <ItemName item={current} />
        <ItemMark item={current} />
      </p>
    </>
  );
}
