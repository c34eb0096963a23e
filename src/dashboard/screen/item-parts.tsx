import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { InlineError } from '../component/notice.js';
import { itemKindOf, Picture, StatusPill } from '../component/picture.js';
import { RecordLink } from '../component/record-link.js';
import { useCanRead } from '../data/use-view.js';
import type { Item } from './playback.js';

/** The item that the preview shows, in words. */
export function ItemCaption({ item }: { readonly item: Item }) {
  return (
    <div className="caption">
      <p className="caption__name">
        <span className="muted number">{item.number}.</span>
        <ItemName item={item} />
        <ItemMark item={item} />
      </p>
      <ItemFacts item={item} />
    </div>
  );
}

function ItemFacts({ item }: { readonly item: Item }) {
  const { type, layout, mimeType, size, durationSeconds } = item;
  const kind = layout ? formatCount(layout.panels.length, 'panel') : formatEnum(type);
  const facts = [kind, mimeType, formatSize(size), formatDuration(durationSeconds)].filter(Boolean);
  const id = item.mediaId ?? item.appInstanceId;
  return (
    <p className="muted small">
      {facts.join(' · ')}
      {id !== null && id !== item.name && (
        <>
          {' · '}
          <code>{id}</code>
        </>
      )}
      {item.trouble !== undefined && item.error && (
        <>
          {' · '}
          <InlineError error={item.error} />
        </>
      )}
    </p>
  );
}

/** Its name, which leads to its file where there is one to read. */
export function ItemName({ item: { name, mediaId, trouble } }: { readonly item: Item }) {
  const canReadMedia = useCanRead('media:read');
  if (mediaId === null || trouble === 'gone' || !canReadMedia) return <strong>{name}</strong>;
  return <RecordLink collection="media" id={mediaId} name={name} />;
}

/** What is special about an item: how it is shown, or what is wrong with its file. */
export function ItemMark({ item: { name, mode, trouble } }: { readonly item: Item }) {
  if (trouble === 'failed' || trouble === 'processing')
    return <StatusPill status={trouble.toUpperCase()} />;
  if (trouble === 'unread') return <span className="tag tag--wait">Not read</span>;
  if (mode === 'STANDARD' || mode === 'OVERLAY') return null;
  const word = formatEnum(mode);
  // Zones without a name of their own are called so already.
  return word === name ? null : <span className="tag">{word}</span>;
}

interface ItemPictureProps {
  readonly item: Item;
  /** The thumbnail, beside which a text says the same. */
  readonly isSmall?: boolean;
}

/** The picture of what an item plays. */
export function ItemPicture({ item, isSmall = false }: ItemPictureProps) {
  const { name, type, mode, thumbnail, picture, trouble } = item;
  const isGone = trouble === 'gone';
  return (
    <Picture
      source={isGone ? null : isSmall ? thumbnail : picture}
      kind={isGone ? 'gone' : itemKindOf(type, mode)}
      name={isSmall ? '' : isGone ? 'A file that is no longer there' : name}
      note={isSmall ? undefined : type === 'APP' || isGone ? name : undefined}
    />
  );
}
