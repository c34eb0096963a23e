import { AgoTime } from '../component/time.js';
import type { Collection } from '../data/collection.js';
import { recordHref } from '../route/path.js';
import type { Change } from './change.js';

const kinds: Readonly<Record<Collection, string>> = {
  screens: 'Screen',
  playlists: 'Playlist',
  media: 'Media',
};

/** What was changed last, whatever it is. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ol className="changes">
      {changes.map(({ collection, id, name, updatedAt }) => (
        <li key={`${collection} ${id}`}>
          <span className={`changes__kind changes__kind--${collection}`}>{kinds[collection]}</span>
          <a href={recordHref(collection, id)}>{name}</a>
          <AgoTime at={updatedAt} />
        </li>
      ))}
    </ol>
  );
}
