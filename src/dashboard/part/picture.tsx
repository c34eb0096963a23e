import { useState } from 'react';

/** What stands behind a picture, for the sign in its place where there is none. */
export type PictureKind = 'image' | 'video' | 'app' | 'zones' | 'gone';

const signs: Readonly<Record<PictureKind, string>> = {
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01',
  video: 'M4 5h16v14H4zM10.500 9l4.500 3-4.500 3z',
  app: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  zones: 'M4 5h16v14H4zM14 5v10M4 15h16',
  gone: 'M4 5h16v14H4zM9 9l6 6M15 9l-6 6',
};

/**
 * A picture from an opaque location, or a sign in its place.
 *
 * @param props.name told to those who do not see it; empty where the text beside it tells the same
 * @param props.note shown in place of the picture, such as the name of an app
 */
export function Picture({
  source,
  kind,
  name,
  note,
}: {
  readonly source: string | null | undefined;
  readonly kind: PictureKind;
  readonly name: string;
  readonly note?: string | null | undefined;
}) {
  const [failed, setFailed] = useState<string>();
  if (source != null && failed !== source)
    return (
      <img
        className="picture"
        src={source}
        alt={name}
        loading="lazy"
        decoding="async"
        // The address of the dashboard is nothing to the hosts of media.
        referrerPolicy="no-referrer"
        onError={() => setFailed(source)}
      />
    );
  return (
    <span
      className={`picture picture--sign picture--${kind}`}
      {...(name && { role: 'img', 'aria-label': name })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={signs[kind]} />
      </svg>
      {note && <span className="picture__note">{note}</span>}
    </span>
  );
}
