import { ageOf, choices, type FreshnessSign, leftOf, liveSeconds } from '../data/freshness-sign.js';
import type { Freshness } from '../data/freshness.js';
import { useFreshness, useFreshnessSign } from '../data/use-view.js';
import { formatTime } from './format.js';
import { useNow } from './time.js';

/** Tells how the page is kept up to date, reads it again, and changes how often it looks. */
export function FreshnessControl() {
  const freshness = useFreshness();
  const sign = useFreshnessSign();
  const { tone, shape } = looks[sign.state];
  return (
    <div className={`fresh fresh--${tone}`} role="group" aria-label="Freshness">
      <svg
        viewBox="0 0 12 12"
        aria-hidden="true"
        className={`fresh__shape fresh__shape--${sign.state}`}
      >
        <path d={shape} />
      </svg>
      <FreshnessWords sign={sign} />
      {/* Without the seconds, which would be read aloud one by one. */}
      <span className="unseen" role="status">
        {announcement(sign)}
      </span>
      <button
        type="button"
        className={`fresh__again${sign.isBusy ? ' fresh__again--busy' : ''}`}
        aria-label="Refresh"
        title="Refresh"
        disabled={sign.state === 'waiting'}
        onClick={freshness.refresh}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M19 12a7 7 0 1 1-2.200-5.100M17.500 3v4.500H13" />
        </svg>
      </button>
      <Interval choice={sign.choice} choose={freshness.choose} />
    </div>
  );
}

function FreshnessWords({ sign }: { readonly sign: FreshnessSign }) {
  const now = useNow();
  const left = leftOf(sign, now);
  const { words } = looks[sign.state];
  const figure =
    left > 0
      ? ` ${left} s`
      : sign.state === 'polling'
        ? ` ${intervalWords(sign.everySeconds)}`
        : '';
  return (
    <span className="fresh__words">
      <span className="fresh__state">
        {words}
        {figure}
      </span>
      <span className="fresh__age">{ageSentence(sign, now)}</span>
    </span>
  );
}

function ageSentence(sign: FreshnessSign, now: number): string {
  const age = ageOf(sign, now);
  if (age === undefined) return '';
  if (sign.isFailing && sign.asOf !== undefined)
    return `not updated since ${formatTime(sign.asOf)}`;
  return age < 2 ? 'updated just now' : `updated ${ageWords(age)} ago`;
}

/** An interval in the words of a menu. */
function intervalWords(seconds: number): string {
  if (seconds === 0) return 'Off';
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** An age in words, such as `12 s` and `3 min`. */
function ageWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

/** What a screen reader announces when the state changes. */
function announcement(sign: FreshnessSign): string {
  if (sign.state === 'waiting') return 'Waiting: the quota is spent. It continues by itself.';
  if (sign.state === 'disconnected') return 'Disconnected: the façade cannot be reached.';
  return sign.state === 'reconnecting' ? 'Reconnecting.' : '';
}

const Interval = ({
  choice,
  choose,
}: Pick<Freshness, 'choose'> & Pick<FreshnessSign, 'choice'>) => (
  <label className="fresh__interval" title="How often">
    <span className="unseen">Refresh every</span>
    <select value={choice} onChange={(event) => choose(Number(event.target.value))}>
      {choices.map((seconds) => (
        <option key={seconds} value={seconds}>
          {seconds === liveSeconds ? `Live, ${intervalWords(seconds)}` : intervalWords(seconds)}
        </option>
      ))}
    </select>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <path d="M3 4.500l3 3l3-3" />
    </svg>
  </label>
);

const disc = 'M6 1.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 0 0 0-9Z';
const openRing = 'M6 1.500a4.500 4.500 0 1 0 4.500 4.500';

interface Look {
  /** Without an age. */
  readonly words: string;
  readonly tone: 'good' | 'wait' | 'bad' | 'none';
  readonly shape: string;
}

/** A shape for each state, because colour alone must not carry the meaning. */
const looks: Readonly<Record<FreshnessSign['state'], Look>> = {
  live: { words: 'Live', tone: 'good', shape: disc },
  connecting: { words: 'Connecting', tone: 'wait', shape: openRing },
  reconnecting: { words: 'Reconnecting', tone: 'wait', shape: openRing },
  waiting: { words: 'Waiting', tone: 'wait', shape: 'M6 1v5l3 2.200' },
  disconnected: {
    words: 'Disconnected',
    tone: 'bad',
    shape: 'M2.200 2.200L9.800 9.800M9.800 2.200L2.200 9.800',
  },
  polling: { words: 'Every', tone: 'none', shape: disc },
  paused: { words: 'Paused', tone: 'none', shape: 'M4 2v8M8 2v8' },
  off: { words: 'Off', tone: 'none', shape: 'M2 6h8' },
};
