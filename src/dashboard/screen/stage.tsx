import { Picture } from '../component/picture.js';
import { insetOf, itemShown, ofViewport, panelsShown, percent, type Ratio } from './geometry.js';
import { ItemMark, ItemName, ItemPicture } from './item-parts.js';
import type { Item, Layout, ZonePanel } from './playback.js';

interface StageProps {
  readonly item: Item | undefined;
  /** Drawn above at full size: the Partner API gives them no place. */
  readonly overlays: readonly Item[];
  readonly ratio: Ratio;
  /** Index of the item that each panel shows, by its key. */
  readonly shown: ReadonlyMap<string, number>;
}

/** One item as the screen shows it, to the screen's own ratio. */
export function Stage({ item, overlays, ratio: { width, height }, shown }: StageProps) {
  // As wide as there is room, and no taller than the style sheet allows.
  const size = {
    aspectRatio: `${width} / ${height}`,
    width: `min(100%, var(--stage-height) * ${width / height})`,
  };
  return (
    <div className="stage-box" style={size}>
      {item === undefined ? (
        <p className="stage-box__empty">Nothing to play</p>
      ) : (
        <StageItem item={item} shown={shown} />
      )}
      {overlays.map((overlay) => (
        <div key={overlay.key} className="stage-box__overlay">
          <ItemPicture item={overlay} />
        </div>
      ))}
    </div>
  );
}

function StageItem({ item, shown }: { readonly item: Item; readonly shown: StageProps['shown'] }) {
  if (item.layout) return <LayoutBox layout={item.layout} shown={shown} />;
  return <ItemPicture item={item} />;
}

/** The panels of a layout to scale. */
function LayoutBox({
  layout,
  shown,
}: {
  readonly layout: Layout;
  readonly shown: StageProps['shown'];
}) {
  const { presentation, panels } = layout;
  return (
    <div
      className={`zones zones--${presentation.mediaFit.toLowerCase()}`}
      style={{
        backgroundColor: presentation.backgroundColor,
        padding: ofViewport(presentation.paddingViewportHeightRatio),
      }}
    >
      <div className="zones__inner">
        {panels.map((panel) => {
          const item = itemShown(panel, shown);
          return (
            <div
              key={panel.key}
              className="zones__panel"
              style={{
                inset: insetOf(panel, presentation.gapViewportHeightRatio),
                borderRadius: ofViewport(presentation.cornerRadiusViewportHeightRatio),
              }}
            >
              {item ? (
                <StageItem item={item} shown={shown} />
              ) : (
                <Picture source={null} kind="zones" name={`${panel.panelId}, empty`} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface PanelListProps {
  readonly layout: Layout;
  readonly shown: ReadonlyMap<string, number>;
  readonly show: (key: string, index: number) => void;
}

/**
 * The panels that the preview shows, those of nested layouts included, each with its items to
 * choose from.
 */
export const PanelList = ({ layout, shown, show }: PanelListProps) => (
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
