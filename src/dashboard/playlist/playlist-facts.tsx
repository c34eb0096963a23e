import { Fact, Facts } from '../component/fact.js';
import { formatDuration, formatNumber } from '../component/format.js';
import { Panel } from '../component/panel.js';
import { RecordFacts } from '../component/record-facts.js';
import type { PlaylistQuery } from '../generated/graphql.js';

/** What the Partner API knows of a playlist. */
export function PlaylistFacts({ playlist }: { readonly playlist: NonNullable<PlaylistQuery['playlist']> }) {
  const { id, description, items, totalDurationSeconds } = playlist;
  return (
    <Panel title="Details" className="playlist__facts">
      {description !== null && <p className="panel__lead">{description}</p>}
      <Facts>
        <Fact term="Items">{items === null ? null : formatNumber(items.totalCount)}</Fact>
        <Fact term="Duration">{formatDuration(totalDurationSeconds)}</Fact>
        <RecordFacts id={id} record={playlist} />
      </Facts>
    </Panel>
  );
}
