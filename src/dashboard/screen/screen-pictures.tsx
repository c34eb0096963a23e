import type { ReactNode } from 'react';
import { itemKindOf, Picture, previewOf } from '../component/picture.js';
import { useCanRead, useView } from '../data/use-view.js';
import { graphql } from '../generated/index.js';
import type { ScreenPicturesQuery, ScreenRowFragment } from '../generated/graphql.js';

/**
 * One REST request for each screen, and the files that they play: only for the cards that are seen.
 */
const screenPicturesQuery = graphql(`
  query ScreenPictures($screenIds: [ID!]!, $withMedia: Boolean!) {
    playbackConfigurations(screenIds: $screenIds) {
      items {
        ...PlaybackItemParts
      }
    }
  }
`);

/** Small pictures below the first one. */
const maxSmall = 4;

/** What screens side by side play, in small pictures. */
export function useScreenPictures(
  rows: readonly ScreenRowFragment[],
  pause: boolean,
): (row: ScreenRowFragment) => ReactNode {
  const canRead = useCanRead('playback:read');
  const withMedia = useCanRead('media:read');
  const screenIds = rows.map(({ id }) => id);
  const { data, errors } = useView(
    screenPicturesQuery,
    { screenIds, withMedia },
    { pause: pause || !canRead || screenIds.length === 0 },
  );
  return ({ id }) => {
    if (!canRead) return <NoPicture>Needs playback:read</NoPicture>;
    const playing = data?.playbackConfigurations[screenIds.indexOf(id)];
    if (playing != null) return <Pictures items={playing.items} />;
    return data === undefined && errors.length === 0 ? null : <NoPicture>Not known</NoPicture>;
  };
}

const NoPicture = ({ children }: { readonly children: string }) => (
  <span className="list-card__none muted small">{children}</span>
);

type Items = NonNullable<ScreenPicturesQuery['playbackConfigurations'][number]>['items'];

function Pictures({ items }: { readonly items: Items }) {
  const [first, ...others] = items;
  if (first === undefined) return <NoPicture>Nothing plays</NoPicture>;
  const more = others.length - maxSmall;
  return (
    <div className="plays">
      <div className="plays__first">
        <SmallPicture item={first} />
      </div>
      {others.length > 0 && (
        <ul className="plays__others" aria-label="Then plays">
          {others.slice(0, maxSmall).map((item) => (
            <li key={item.slotId}>
              <SmallPicture item={item} />
            </li>
          ))}
          {more > 0 && <li className="plays__more muted">+{more}</li>}
        </ul>
      )}
    </div>
  );
}

function SmallPicture({ item }: { readonly item: Items[number] }) {
  const { type, renderingMode, url, slug, media } = item;
  const source = media ? previewOf(media) : type === 'IMAGE' ? url : null;
  return <Picture source={source} kind={itemKindOf(type, renderingMode)} name="" note={slug} />;
}
