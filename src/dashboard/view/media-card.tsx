import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatBytes, formatDuration, formatSize, formatEnum } from '../component/format.js';
import { Picture } from '../component/picture.js';
import { StatusPill } from '../component/status-pill.js';

export const mediaCardFragment = graphql(`
  fragment MediaCard on Media {
    name
    type
    status
    sizeBytes
    width
    height
    defaultDurationSeconds
    url
    thumbnailUrl
  }
`);

/** A media file in the gallery. */
export function MediaCard({ media }: { readonly media: FragmentType<typeof mediaCardFragment> }) {
  const file = readFragment(mediaCardFragment, media);
  const facts = [
    formatEnum(file.type),
    formatSize(file),
    file.sizeBytes !== null && formatBytes(file.sizeBytes),
    file.defaultDurationSeconds !== null && formatDuration(file.defaultDurationSeconds),
  ];
  return (
    <article className="card media-card">
      <div className="media-card__picture">
        <Picture
          source={file.thumbnailUrl ?? (file.type === 'IMAGE' ? file.url : null)}
          kind={file.type === 'VIDEO' ? 'video' : 'image'}
          name=""
        />
      </div>
      <div className="card__body">
        <h2 className="media-card__name">{file.name}</h2>
        <p className="muted">{facts.filter(Boolean).join(' · ')}</p>
        <StatusPill status={file.status} />
      </div>
    </article>
  );
}
