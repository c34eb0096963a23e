import '../style/media.css';
import '../style/record.css';
import { useState } from 'react';
import {
  formatBytes,
  formatDuration,
  formatEnum,
  formatName,
  formatSize,
} from '../component/format.js';
import { Fact, Panel, RecordFacts } from '../component/panel.js';
import { Skeleton } from '../component/skeleton.js';
import { Picture, StatusPill } from '../component/picture.js';
import { RecordFrame } from '../component/view-frame.js';
import { useCanRead, useView } from '../data/use-view.js';
import type { MediaListRowFragment as File } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';
import { MediaUsage } from './media-usage.js';

const mediaFileQuery = graphql(`
  query MediaFile($id: ID!) {
    mediaItem(id: $id) {
      ...MediaListRow
    }
  }
`);

/** One media file, and where it is used. */
export function MediaFile({ id }: { readonly id: string }) {
  const canRead = useCanRead('media:read');
  const reading = useView(mediaFileQuery, { id }, { watch: canRead, pause: !canRead });
  const { data, cost, isLoading } = reading;
  const file = data?.mediaItem;
  return (
    <RecordFrame
      collection="media"
      id={id}
      fields={['mediaItem']}
      name={file?.name}
      summary={file && <Summary file={file} />}
      reading={reading}
      lacks={canRead ? undefined : 'media:read'}
    >
      {canRead && isLoading && <MediaSkeleton />}
      {file && (
        <div className="record">
          <MediaPreview key={file.url} file={file} />
          <div className="record__aside">
            <MediaFacts file={file} />
            <MediaUsage key={id} id={id} limit={cost?.limit} />
          </div>
        </div>
      )}
    </RecordFrame>
  );
}

const Summary = ({ file }: { readonly file: File }) => (
  <>
    <StatusPill status={file.status} />
    <span>{[formatEnum(file.type), formatSize(file)].filter(Boolean).join(', ')}</span>
  </>
);

/** What the Partner API knows of a file. */
function MediaFacts({ file }: { readonly file: File }) {
  const { id, type, mimeType, sizeBytes, defaultDurationSeconds } = file;
  return (
    <Panel title="Details">
      <dl className="facts">
        <Fact term="Type">
          {formatEnum(type)} {mimeType !== null && <span className="muted">{mimeType}</span>}
        </Fact>
        <Fact term="Dimensions">{formatSize(file) || null}</Fact>
        <Fact term="Size">{sizeBytes === null ? null : formatBytes(sizeBytes)}</Fact>
        <Fact term="Plays for">
          {defaultDurationSeconds === null ? null : (
            <>
              {formatDuration(defaultDurationSeconds)}{' '}
              <span className="muted">unless an item says otherwise</span>
            </>
          )}
        </Fact>
        <RecordFacts id={id} record={file} />
      </dl>
    </Panel>
  );
}

const MediaSkeleton = () => (
  <div className="record">
    <Panel title="Preview">
      <Skeleton shape="block" height="min(60vh, 640px)" />
    </Panel>
    <div className="record__aside">
      <Panel title="Details">
        <Skeleton shape="rows" height="196px" />
      </Panel>
    </div>
  </div>
);

/** The file itself, in its proportions: an image at once, a video when it is started. */
function MediaPreview({ file }: { readonly file: File }) {
  const [isUnplayable, setUnplayable] = useState(false);
  const { type, url, thumbnailUrl } = file;
  const name = formatName(file.name, file.id);
  const note = noteOf(file, isUnplayable);
  const link = url !== null && (
    <a href={url} target="_blank" rel="noreferrer">
      Open the file
    </a>
  );
  return (
    <Panel title="Preview" note={link} className="file">
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

/** As wide as the stage, unless it would then be higher than the window has room for. */
function frameOf({ width, height }: File): React.CSSProperties {
  const ratio =
    width !== null && height !== null && width > 0 && height > 0 ? width / height : 16 / 9;
  return { aspectRatio: String(ratio), width: `min(100%, ${(60 * ratio).toFixed(2)}vh)` };
}

function noteOf({ status, url }: File, isUnplayable: boolean): string {
  if (isUnplayable) return 'This browser cannot play the file.';
  if (url !== null) return '';
  if (status === 'PROCESSING') return 'There is nothing to show while the file is processed.';
  if (status === 'FAILED') return 'The file could not be processed, so there is nothing to show.';
  return 'The Partner API gives no address of the file.';
}
