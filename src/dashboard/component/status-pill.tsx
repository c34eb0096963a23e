import { formatEnum } from './format.js';

type Tone = 'good' | 'bad' | 'wait' | 'none';

const tones: Readonly<Record<string, Tone>> = {
  ONLINE: 'good',
  READY: 'good',
  OFFLINE: 'bad',
  FAILED: 'bad',
  PROCESSING: 'wait',
};

/** A shape for each tone, because colour alone must not carry the meaning. */
const shapes: Readonly<Record<Tone, string>> = {
  good: 'M6 1.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 0 0 0-9Z',
  bad: 'M2.200 2.200L9.800 9.800M9.800 2.200L2.200 9.800',
  wait: 'M6 2v4l2.600 1.600',
  none: 'M2 6h8',
};

/** The state of a screen or a media file: colour, shape and word. */
export function StatusPill({ status }: { readonly status: string }) {
  const tone = tones[status] ?? 'none';
  return (
    <span className={`pill pill--${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" className={`pill__shape pill__shape--${tone}`}>
        <path d={shapes[tone]} />
      </svg>
      {formatEnum(status)}
    </span>
  );
}
