import { type ReactNode, useState } from 'react';
import { formatCount, formatDuration } from '../component/format.js';
import { Panel } from '../component/panel.js';
import type { Ratio } from './geometry.js';
import { ItemCaption } from './item-caption.js';
import { ItemStrip } from './item-strip.js';
import type { Playback } from './item.js';
import { Overlays } from './overlays.js';
import { PanelList } from './panel-list.js';
import { Stage } from './stage.js';

interface PreviewProps {
  readonly playback: Playback;
  readonly ratio: Ratio;
  /** What is missing in it. */
  readonly children?: ReactNode;
}

/** What a screen plays: one item large, all to choose from. Nobody knows which one is on the wall this second. */
export function Preview({ playback: { items, overlays }, ratio, children }: PreviewProps) {
  const [chosenKey, setChosenKey] = useState<string>();
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [hasOverlays, setHasOverlays] = useState(false);
  const item = items.find(({ key }) => key === chosenKey) ?? items[0];
  return (
    <Panel title="Preview" note={<LoopNote items={items} />} className="preview">
      <div className={ratio.width < ratio.height ? 'preview__parts preview__parts--tall' : 'preview__parts'}>
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
      {children}
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
