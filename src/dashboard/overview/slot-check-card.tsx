import { formatCount, formatNumber } from '../component/format.js';
import { PartFailure } from '../component/missing.js';
import { AgoTime } from '../component/time.js';
import { recordHref } from '../route/path.js';
import { Card } from './attention-card.js';
import type { SlotCheck } from './use-slot-check.js';

interface SlotCheckCardProps {
  readonly check: SlotCheck;
  readonly playlists: number;
  /** About how many REST requests a check takes. */
  readonly cost: number;
}

/** Rows before the rest is a number. */
const maxRows = 8;

/** Slots that play nothing, because their file was deleted. */
export function SlotCheckCard({ check, playlists, cost }: SlotCheckCardProps) {
  const { gone, checked, failures, asOf } = check;
  const all = formatCount(playlists, 'playlist');
  const isWhole = checked >= playlists && failures.length === 0;
  return (
    <Card
      title="Items whose media file is gone"
      tone={gone.length > 0 ? 'bad' : 'none'}
      {...((isWhole || gone.length > 0) && { count: gone.length })}
    >
      {gone.length > 0 && (
        <ul className="concern__rows">
          {gone.slice(0, maxRows).map(({ playlistId, playlistName, slotId, position }) => (
            <li key={`${playlistId} ${slotId} ${position}`}>
              <a href={recordHref('playlists', playlistId)}>{playlistName}</a>
              <span className="ago">position {position}</span>
            </li>
          ))}
        </ul>
      )}
      {gone.length > maxRows && (
        <p className="concern__note">and {formatNumber(gone.length - maxRows)} more</p>
      )}
      {failures.length > 0 && (
        <div className="concern__note">
          <PartFailure what="Some playlists" error={failures[0]} />
        </div>
      )}
      <div className="concern__foot">
        <CheckButton check={check} playlists={playlists} />
        <span className="muted">about {formatCount(cost, 'REST request')}</span>
        <span className="muted" role="status">
          {checked > 0 && (isWhole ? `${all} checked ` : `${formatNumber(checked)} of ${all} asked for `)}
          {asOf !== undefined && <AgoTime at={new Date(asOf).toISOString()} />}
        </span>
      </div>
    </Card>
  );
}

interface CheckButtonProps {
  readonly check: SlotCheck;
  readonly playlists: number;
}

function CheckButton({ check: { checked, isRunning, run }, playlists }: CheckButtonProps) {
  const all = formatCount(playlists, 'playlist');
  return (
    <button
      type="button"
      className="button button--small"
      aria-disabled={isRunning}
      onClick={() => !isRunning && run()}
    >
      {isRunning ? `Checking ${all}…` : checked > 0 ? 'Check again' : `Check ${all}`}
    </button>
  );
}
