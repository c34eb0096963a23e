import { useState } from 'react';
import { Panel } from '../component/panel.js';
import { Picture } from '../component/picture.js';
import type { MediaFileQuery } from '../generated/graphql.js';

export type File = NonNullable<MediaFileQuery['mediaItem']>;

/** The file itself, in its proportions: an image at once, a video when it is started. */
export function MediaPreview({ file }: { readonly file: File }) {
  const [isUnplayable, setUnplayable] = useState(false);
  const { type, url, thumbnailUrl, name } = file;
  const note = noteOf(file, isUnplayable);
  return (
    <Panel title="Preview" note={url !== null && <FileLink url={url} />} className="file">
      <div className="file__stage">
        <div className="file__frame" style={frameOf(file)}>
          {type === 'VIDEO' && url !== null && !isUnplayable ? (
            <video
              className="picture"
              controls
              preload="none"
              src={url}
              aria-label={name}
              {...(thumbnailUrl !== null && { poster: thumbnailUrl })}
              onError={() => setUnplayable(true)}
            />
          ) : (
            <Picture
              source={type === 'IMAGE' ? (url ?? thumbnailUrl) : thumbnailUrl}
              kind={type === 'VIDEO' ? 'video' : 'image'}
              name={name}
            />
          )}
        </div>
      </div>
      {note !== '' && <p className="file__note muted">{note}</p>}
    </Panel>
  );
}

const FileLink = ({ url }: { readonly url: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    Open the file
  </a>
);

/** As wide as the stage, unless it would then be higher than the window has room for. */
function frameOf({ width, height }: File): React.CSSProperties {
  const ratio = width !== null && height !== null && width > 0 && height > 0 ? width / height : 16 / 9;
  return { aspectRatio: String(ratio), width: `min(100%, ${(60 * ratio).toFixed(2)}vh)` };
}

function noteOf({ status, url }: File, isUnplayable: boolean): string {
  if (isUnplayable) return 'This browser cannot play the file.';
  if (url !== null) return '';
  if (status === 'PROCESSING') return 'There is nothing to show while the file is processed.';
  if (status === 'FAILED') return 'The file could not be processed, so there is nothing to show.';
  return 'The Partner API gives no address of the file.';
}
