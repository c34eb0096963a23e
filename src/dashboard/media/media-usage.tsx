import { formatCount, formatDuration } from '../component/format.js';
import { Panel } from '../component/panel.js';
import { StatusPill } from '../component/status-pill.js';
import { AgoTime } from '../component/time.js';
import { useCanRead } from '../data/scope.js';
import { recordHref } from '../route/path.js';
import { UsageList } from './usage-list.js';
import { type Usage, useUsage } from './use-usage.js';

interface MediaUsageProps {
  readonly id: string;
  /** REST requests that one operation may send. */
  readonly limit: number | undefined;
}

/** The playlists and screens that use a file. The Partner API has no index, so they are searched only when asked for. */
export function MediaUsage({ id, limit }: MediaUsageProps) {
  const usage = useUsage(id, limit);
  const { can, isKnown } = usage;
  return (
    <Panel title="Where it is used" className="usage">
      {(can.playlists || can.screens) && <Find usage={usage} />}
      {(isKnown || !can.playlists || !can.screens) && <Places usage={usage} />}
    </Panel>
  );
}

function Find({ usage: { isBusy, isKnown, asOf, cost, find } }: { readonly usage: Usage }) {
  return (
    <p className="usage__find">
      <button type="button" className="button" aria-disabled={isBusy} onClick={find}>
        {isBusy ? 'Searching…' : isKnown ? 'Search again' : 'Find where it is used'}
      </button>
      <span className="muted small">{cost}</span>
      <span className="muted small" role="status">
        {asOf !== undefined && !isBusy && (
          <>
            Searched <AgoTime at={new Date(asOf).toISOString()} />
          </>
        )}
      </span>
    </p>
  );
}

function Places({ usage: { playlists, screens } }: { readonly usage: Usage }) {
  const canReadScreens = useCanRead('screens:read');
  return (
    <div className="usage__parts">
      <UsageList
        title="Playlists"
        nothing="No playlist has it, not even disabled."
        scope="playlists:read"
        found={playlists}
        listOf={({ mediaItem }) => mediaItem?.playlists}
        show={({ id, name, itemCount, totalDurationSeconds }) => (
          <>
            <a href={recordHref('playlists', id)}>{name}</a>
            <span className="muted small">
              {formatCount(itemCount, 'item')}, {formatDuration(totalDurationSeconds)}
            </span>
          </>
        )}
      />
      <UsageList
        title="Screens"
        nothing="No screen plays it now."
        scope={canReadScreens ? 'playback:read' : 'screens:read'}
        found={screens}
        listOf={({ mediaItem }) => mediaItem?.screens}
        show={({ id, name, status }) => (
          <>
            <a href={recordHref('screens', id)}>{name}</a>
            <StatusPill status={status} />
          </>
        )}
      />
    </div>
  );
}
