import type { Path } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import type { ZonesBoxFragment } from '../generated/graphql.js';
import { formatCount } from '../component/format.js';
import type { Ratio } from '../component/ratio.js';
import { PlaybackTile } from './playback-tile.js';

export const zonesBoxFragment = graphql(`
  fragment ZonesBox on ZonesLayout {
    presentation {
      mediaFit
      backgroundColor
    }
    panels {
      panelId
      x
      y
      width
      height
      items {
        slotId
        ...PlaybackTile
      }
    }
  }
`);

interface ZonesBoxProps {
  readonly layout: FragmentType<typeof zonesBoxFragment>;
  readonly ratio: Ratio;
  readonly path: Path;
  readonly title: string;
}

/** One layout to scale, with a list of its panels. */
export function ZonesBox({ layout, ratio: { width, height }, path, title }: ZonesBoxProps) {
  const { presentation, panels } = readFragment(zonesBoxFragment, layout);
  return (
    <figure className="zones__box">
      <div
        className={`zones__screen zones__screen--${presentation.mediaFit.toLowerCase()}`}
        style={{ aspectRatio: `${width} / ${height}`, backgroundColor: presentation.backgroundColor }}
      >
        {panels.map((panel, index) => (
          <Panel key={panel.panelId} panel={panel} path={[...path, 'panels', index]} />
        ))}
      </div>
      <figcaption>
        <strong>{title}</strong>
        <PanelList panels={panels} />
      </figcaption>
    </figure>
  );
}

type Panels = ZonesBoxFragment['panels'];

function Panel({ panel, path }: { readonly panel: Panels[number]; readonly path: Path }) {
  const { panelId, x, y, width, height, items } = panel;
  return (
    <div
      className="zones__panel"
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
    >
      {items[0] && <PlaybackTile item={items[0]} path={[...path, 'items', 0]} />}
      <span className="zones__label">{panelId}</span>
    </div>
  );
}

function PanelList({ panels }: { readonly panels: Panels }) {
  return (
    <ul>
      {panels.map(({ panelId, width, height, items }) => (
        <li key={panelId}>
          {panelId}{' '}
          <span className="muted">
            {percent(width)} × {percent(height)}, {formatCount(items.length, 'item')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A share of the screen, 0 to 1, as a percentage. */
const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;
