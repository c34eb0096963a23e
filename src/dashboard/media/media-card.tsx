import { formatBytes, formatEnum } from '../component/format.js';
import { Picture } from '../component/picture.js';
import { StatusPill } from '../component/status-pill.js';
import type { MediaListRowFragment } from '../generated/graphql.js';
import type { CardDefinition } from '../list/definition.js';

/** A media file in the list of cards. Its record has everything that the card shows. */
export const mediaCard: CardDefinition<MediaListRowFragment> = {
  height: 208,
  // Two side by side on a phone.
  minWidth: 170,
  usePictures: () => FilePicture,
  facts: ({ type, status, sizeBytes }) => (
    <p className="list-card__facts">
      <span className="muted">
        {[formatEnum(type), sizeBytes !== null && formatBytes(sizeBytes)].filter(Boolean).join(' · ')}
        {status === 'READY' && ' · Ready'}
      </span>
      {/* Ready is the rule: what cannot be played stands out. */}
      {status !== 'READY' && <StatusPill status={status} />}
    </p>
  ),
};

const FilePicture = ({ type, thumbnailUrl, url }: MediaListRowFragment) => (
  <Picture
    source={thumbnailUrl ?? (type === 'IMAGE' ? url : null)}
    kind={type === 'VIDEO' ? 'video' : 'image'}
    name=""
  />
);
