import '../style/media.css';
import '../style/record.css';
import { formatEnum, formatSize } from '../component/format.js';
import { Panel } from '../component/panel.js';
import { Skeleton } from '../component/skeleton.js';
import { StatusPill } from '../component/status-pill.js';
import { MissingRecord, ViewFrame } from '../component/view-frame.js';
import { useCanRead } from '../data/scope.js';
import { useView } from '../data/use-view.js';
import { isMissing, lacksScope } from '../error/read-error.js';
import { listHref } from '../route/path.js';
import { type File, MediaFacts } from './media-facts.js';
import { MediaPreview } from './media-preview.js';
import { mediaFileQuery } from './media-query.js';
import { MediaUsage } from './media-usage.js';

const list = { href: listHref('media'), label: 'Media' };

/** One media file, and where it is used. */
export function MediaFile({ id }: { readonly id: string }) {
  const canRead = useCanRead('media:read');
  const { data, errors, cost, isBusy, isLoading, refresh } = useView(
    mediaFileQuery,
    { id },
    { watch: canRead, pause: !canRead },
  );
  const file = data?.mediaItem;
  if (isMissing(errors, 'mediaItem')) return <MissingRecord what="media file" id={id} list={list} />;
  return (
    <ViewFrame
      title={file?.name ?? 'Media file'}
      summary={file ? <Summary file={file} /> : <code>{id}</code>}
      back={list}
      errors={canRead ? errors : [lacksScope('media:read')]}
      retry={refresh}
      isBusy={isBusy}
    >
      {canRead && isLoading && <MediaSkeleton />}
      {file && (
        <div className="record record--media">
          <MediaPreview key={file.url} file={file} />
          <div className="record__aside">
            <MediaFacts file={file} />
            <MediaUsage key={id} id={id} limit={cost?.limit} />
          </div>
        </div>
      )}
    </ViewFrame>
  );
}

const Summary = ({ file }: { readonly file: File }) => (
  <>
    <StatusPill status={file.status} />
    <span>{[formatEnum(file.type), formatSize(file)].filter(Boolean).join(', ')}</span>
  </>
);

const MediaSkeleton = () => (
  <div className="record record--media">
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
