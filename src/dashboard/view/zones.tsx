import type { Path } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import type { Ratio } from '../component/ratio.js';
import { ZonesBox } from './zones-box.js';

/** GraphQL fragments cannot be recursive: nested layouts are read two levels deep. */
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

interface ZonesProps {
  readonly layout: FragmentType<typeof zonesFragment>;
  readonly ratio: Ratio;
  readonly path: Path;
}

/** A layout to scale with the first picture of each panel, and below it the layouts inside its panels. */
export function Zones({ layout, ratio, path }: ZonesProps) {
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
