import '../style/media.css';
import '../style/record.css';
import { Fact, Facts, RecordFacts } from '../component/facts.js';
import { formatBytes, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { Panel, Skeleton } from '../component/panel.js';
import { StatusPill } from '../component/status-pill.js';
import { RecordFrame } from '../component/view-frame.js';
import { useCanRead } from '../data/scope.js';
import { useView } from '../data/use-view.js';
import { lacksScope } from '../error/read-error.js';
import { type File, MediaPreview } from './media-preview.js';
import { mediaFileQuery } from './media-query.js';
import { MediaUsage } from './media-usage.js';

/** One media file, and where it is used. */
export function MediaFile({ id }: { readonly id: string }) {
  const canRead = useCanRead('media:read');
  const { data, errors, cost, isBusy, isLoading, refresh } = useView(
    mediaFileQuery,
    { id },
    { watch: canRead, pause: !canRead },
  );
  const file = data?.mediaItem;
  return (
    <RecordFrame
      collection="media"
      id={id}
      fields={['mediaItem']}
      name={file?.name}
      summary={file && <Summary file={file} />}
      errors={canRead ? errors : [lacksScope('media:read')]}
      retry={refresh}
      isBusy={isBusy}
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
      <Facts>
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
      </Facts>
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
