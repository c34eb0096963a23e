import { useState } from 'react';
import type { MediaListRowFragment } from '../generated/graphql.js';
import { formatEnum } from './format.js';

/** What a picture shows; selects the icon that replaces a missing one. */
export type PictureKind = 'image' | 'video' | 'app' | 'zones' | 'gone';

const icons: Readonly<Record<PictureKind, string>> = {
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01',
  video: 'M4 5h16v14H4zM10.500 9l4.500 3-4.500 3z',
  app: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  zones: 'M4 5h16v14H4zM14 5v10M4 15h16',
  gone: 'M4 5h16v14H4zM9 9l6 6M15 9l-6 6',
};

interface PictureProps {
  readonly source: string | null | undefined;
  readonly kind: PictureKind;
  /** For screen readers; empty when the text beside the picture says the same. */
  readonly name: string;
  /** Shown under the icon, such as the name of an app. */
  readonly note?: string | null | undefined;
}

/** A picture from an opaque location, or an icon when there is none or it does not load. */
export function Picture({ source, kind, name, note }: PictureProps) {
  const [failedSource, setFailedSource] = useState<string>();
  if (source != null && failedSource !== source)
    return (
      <img
        className="picture"
        src={source}
        alt={name}
        loading="lazy"
        decoding="async"
        // Hosts of media must not learn the address of the dashboard.
        referrerPolicy="no-referrer"
        onError={() => setFailedSource(source)}
      />
    );
  return (
    <span
      className={`picture picture--sign picture--${kind}`}
      {...(name && { role: 'img', 'aria-label': name })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icons[kind]} />
      </svg>
      {note && <span className="picture__note">{note}</span>}
    </span>
  );
}

/** What an item of a screen shows; what is unknown is drawn as an app. */
export function itemKindOf(type: string, mode: string | null): PictureKind {
  if (mode === 'ZONES') return 'zones';
  return type === 'VIDEO' ? 'video' : type === 'IMAGE' ? 'image' : 'app';
}

type Previewed = Pick<MediaListRowFragment, 'type' | 'thumbnailUrl' | 'url'>;

/** The small picture of a file; an image is its own where it has none. */
export const previewOf = ({ type, thumbnailUrl, url }: Previewed): string | null =>
  thumbnailUrl ?? (type === 'IMAGE' ? url : null);

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
