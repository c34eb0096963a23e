import { type Path } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { tellCount } from '../part/format.js';
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

/** GraphQL fragments cannot contain themselves: layouts inside layouts are read two levels deep. */
export const zonesFragment = graphql(`
  fragment Zones on ZonesLayout {
    ...ZonesBox
    panels {
      panelId
      width
      height
      items {
        slotId
        layout {
          ...ZonesBox
        }
      }
    }
  }
`);

interface Ratio {
  readonly width: number;
  readonly height: number;
}

/** A layout to scale, with what each panel begins with; layouts inside its panels follow below it. */
export function Zones({
  layout,
  ratio,
  path,
}: {
  readonly layout: FragmentType<typeof zonesFragment>;
  readonly ratio: Ratio;
  readonly path: Path;
}) {
  const zones = readFragment(zonesFragment, layout);
  return (
    <div className="zones">
      <ZonesBox layout={zones} ratio={ratio} path={path} title="Layout" />
      {zones.panels.flatMap(({ panelId, width, height, items }, panel) =>
        items.flatMap((item, index) =>
          item.layout === null ? (
            []
          ) : (
            <ZonesBox
              key={item.slotId}
              layout={item.layout}
              ratio={{ width: ratio.width * width, height: ratio.height * height }}
              path={[...path, 'panels', panel, 'items', index, 'layout']}
              title={`Inside ${panelId}`}
            />
          ),
        ),
      )}
    </div>
  );
}

function ZonesBox({
  layout,
  ratio: { width, height },
  path,
  title,
}: {
  readonly layout: FragmentType<typeof zonesBoxFragment>;
  readonly ratio: Ratio;
  readonly path: Path;
  readonly title: string;
}) {
  const { presentation, panels } = readFragment(zonesBoxFragment, layout);
  return (
    <figure className="zones__box">
      <div
        className={`zones__screen zones__screen--${presentation.mediaFit.toLowerCase()}`}
        style={{ aspectRatio: `${width} / ${height}`, backgroundColor: presentation.backgroundColor }}
      >
        {panels.map((panel, index) => (
          <div
            key={panel.panelId}
            className="zones__panel"
            style={{
              left: share(panel.x),
              top: share(panel.y),
              width: share(panel.width),
              height: share(panel.height),
            }}
          >
            {panel.items[0] && (
              <PlaybackTile item={panel.items[0]} path={[...path, 'panels', index, 'items', 0]} />
            )}
            <span className="zones__label">{panel.panelId}</span>
          </div>
        ))}
      </div>
      <figcaption>
        <strong>{title}</strong>
        <ul>
          {panels.map(({ panelId, items, ...panel }) => (
            <li key={panelId}>
              {panelId}{' '}
              <span className="muted">
                {share(panel.width)} × {share(panel.height)}, {tellCount(items.length, 'item')}
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** A share of the screen, 0 to 1, as a percentage. */
const share = (value: number): string => `${Math.round(value * 1000) / 10}%`;
