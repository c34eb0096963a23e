import { Panel } from '../component/panel.js';
import { Skeleton } from '../component/skeleton.js';

/** The shape of the page while nothing is known. */
export const ScreenSkeleton = () => (
  <div className="record screen">
    <Panel title="Preview" className="preview">
      <div className="preview__parts">
        <Skeleton shape="block" height="calc(var(--stage-height) + 24px)" />
        <Skeleton shape="rows" height="44px" />
        <div className="items">
          {Array.from({ length: 6 }, (_none, index) => (
            <Skeleton key={index} shape="block" height="116px" />
          ))}
        </div>
      </div>
    </Panel>
    <div className="record__aside">
      <Panel title="Schedule">
        <Skeleton shape="rows" height="196px" />
      </Panel>
      <Panel title="Details">
        <Skeleton shape="rows" height="250px" />
      </Panel>
    </div>
  </div>
);
