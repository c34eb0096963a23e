import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { InlineError } from '../component/notice.js';
import { useCanRead } from '../data/scope.js';
import { recordHref } from '../route/path.js';
import { ItemMark } from './item-mark.js';
import type { Item } from './item.js';

/** The item that the preview shows, in words. */
export function ItemCaption({ item }: { readonly item: Item }) {
  const { name, type, layout, mimeType, size, durationSeconds, mediaId, appInstanceId, trouble, error } =
    item;
  const kind = layout ? formatCount(layout.panels.length, 'panel') : formatEnum(type);
  const facts = [kind, mimeType, formatSize(size), formatDuration(durationSeconds)].filter(Boolean);
  const id = mediaId ?? appInstanceId;
  return (
    <div className="caption">
      <p className="caption__name">
        <span className="muted number">{item.number}.</span>
        <ItemName item={item} />
        <ItemMark item={item} />
      </p>
      <p className="muted small">
        {facts.join(' · ')}
        {id !== null && id !== name && (
          <>
            {' · '}
            <code>{id}</code>
          </>
        )}
        {trouble !== undefined && error && (
          <>
            {' · '}
            <InlineError error={error} />
          </>
        )}
      </p>
    </div>
  );
}

/** Its name, which leads to its file where there is one to read. */
export function ItemName({ item: { name, mediaId, trouble } }: { readonly item: Item }) {
  const canReadMedia = useCanRead('media:read');
  if (mediaId === null || trouble === 'gone' || !canReadMedia) return <strong>{name}</strong>;
  return <a href={recordHref('media', mediaId)}>{name}</a>;
}
