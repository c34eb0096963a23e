import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../component/format.js';
import { PartFailure, ScopeNote } from '../component/notice.js';
import { Panel } from '../component/panel.js';
import { StatusPill } from '../component/picture.js';
import { AgoTime } from '../component/time.js';
import { openMaxAge } from '../data/client.js';
import { RecordLink } from '../component/record-link.js';
import { type Readable, useReadable } from '../data/collection.js';
import type { Snapshot } from '../data/entry.js';
import { useCanRead, useStore, useView } from '../data/use-view.js';
import type { Scope } from '../data/view-store.js';
import { graphql } from '../generated/index.js';
import { overviewQuery } from '../overview/overview-query.js';
import { usageCost } from './usage-cost.js';

/** Reads the items of every playlist. */
const mediaPlaylistsQuery = graphql(`
  query MediaPlaylists($id: ID!) {
    mediaItem(id: $id) {
      playlists {
        id
        name
        itemCount
        totalDurationSeconds
      }
    }
  }
`);

/** Reads what every screen plays now. */
const mediaScreensQuery = graphql(`
  query MediaScreens($id: ID!) {
    mediaItem(id: $id) {
      screens {
        id
        name
        status
      }
    }
  }
`);

interface MediaUsageProps {
  readonly id: string;
  /** REST requests that one operation may send. */
  readonly limit: number | undefined;
}

/**
 * The playlists and screens that use a file. The Partner API has no index, so they are searched
 * only when asked for.
 */
export function MediaUsage({ id, limit }: MediaUsageProps) {
  const usage = useUsage(id, limit);
  const { can, isKnown } = usage;
  return (
    <Panel title="Where it is used" className="usage">
      {(can.playlists || can.screens) && <Find usage={usage} />}
      {(isKnown || !can.playlists || !can.screens) && <Places usage={usage} />}
    </Panel>
  );
}

const Find = ({ usage: { isBusy, isKnown, asOf, cost, find } }: { readonly usage: Usage }) => (
  <p className="usage__find">
    <button type="button" className="button" aria-disabled={isBusy} onClick={find}>
      {isBusy ? 'Searching…' : isKnown ? 'Search again' : 'Find where it is used'}
    </button>
    <span className="muted small">{cost}</span>
    <span className="muted small" role="status">
      {asOf !== undefined && !isBusy && (
        <>
          Searched <AgoTime at={new Date(asOf).toISOString()} />
        </>
      )}
    </span>
  </p>
);

function Places({ usage: { playlists, screens } }: { readonly usage: Usage }) {
  const canReadScreens = useCanRead('screens:read');
  return (
    <div className="usage__parts">
      <UsageList
        title="Playlists"
        nothing="No playlist has it, not even disabled."
        scope="playlists:read"
        found={playlists}
        listOf={({ mediaItem }) => mediaItem?.playlists}
        show={({ id, name, itemCount, totalDurationSeconds }) => (
          <>
            <RecordLink collection="playlists" id={id} name={name} />
            <span className="muted small">
              {formatCount(itemCount, 'item')}, {formatDuration(totalDurationSeconds)}
            </span>
          </>
        )}
      />
      <UsageList
        title="Screens"
        nothing="No screen plays it now."
        scope={canReadScreens ? 'playback:read' : 'screens:read'}
        found={screens}
        listOf={({ mediaItem }) => mediaItem?.screens}
        show={({ id, name, status }) => (
          <>
            <RecordLink collection="screens" id={id} name={name} />
            <StatusPill status={status} />
          </>
        )}
      />
    </div>
  );
}

interface UsageListProps<Data, User> {
  readonly title: string;
  /** Said where nothing uses the file. */
  readonly nothing: string;
  readonly scope: Scope;
  readonly found: Snapshot<Data>;
  readonly listOf: (data: Data) => readonly User[] | null | undefined;
  readonly show: (user: User) => ReactNode;
}

/** Those who use a file, or why they are not known. */
function UsageList<Data, User extends { readonly id: string }>(props: UsageListProps<Data, User>) {
  const { title, nothing, scope, found, listOf, show } = props;
  const canRead = useCanRead(scope);
  const users = found.data && listOf(found.data);
  return (
    <div className="usage__part" aria-busy={found.isBusy}>
      <h3 className="usage__title">
        {title} {users && <span className="usage__count">{users.length}</span>}
      </h3>
      {!canRead && <ScopeNote scope={scope} />}
      {canRead && users?.length === 0 && <p className="muted">{nothing}</p>}
      {canRead && users == null && found.errors.length > 0 && (
        <PartFailure what={title} error={found.errors[0]} />
      )}
      {users && users.length > 0 && (
        <ul className="usage__rows">
          {users.map((user) => (
            <li key={user.id}>{show(user)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Usage = ReturnType<typeof useUsage>;

/**
 * Where a file is used: an operation for playlists and one for screens, so that each fails alone.
 */
function useUsage(id: string, limit: number | undefined) {
  const playlists = useView(mediaPlaylistsQuery, { id }, { pause: true });
  const screens = useView(mediaScreensQuery, { id }, { pause: true });
  const canReadScreens = useCanRead('screens:read');
  const canReadPlayback = useCanRead('playback:read');
  // Whether the credential has the scopes of a part.
  const can = {
    playlists: useCanRead('playlists:read'),
    screens: canReadScreens && canReadPlayback,
  };
  const expected = useExpectedCost(can, limit);
  const isBusy = playlists.isBusy || screens.isBusy;
  // It was searched for, with whatever result.
  const isKnown = [playlists, screens].some(
    ({ data, errors }) => data !== undefined || errors.length > 0,
  );
  const spent = (playlists.cost?.requests ?? 0) + (screens.cost?.requests ?? 0);
  const cost = spent > 0 ? formatCount(spent, 'REST request') : expected;
  const find = (): void => {
    if (isBusy) return;
    const maxAgeSeconds = isKnown ? 0 : openMaxAge;
    if (can.playlists) playlists.read(maxAgeSeconds);
    if (can.screens) screens.read(maxAgeSeconds);
  };
  return {
    playlists,
    screens,
    can,
    isBusy,
    isKnown,
    asOf: playlists.asOf ?? screens.asOf,
    cost,
    find,
  };
}

/** What a search will cost, in words. */
function useExpectedCost(
  can: Pick<Readable, 'playlists' | 'screens'>,
  limit: number | undefined,
): string {
  // As the overview has read them; undefined before the first visit to it.
  const counts = useStore().known(overviewQuery, useReadable())?.data;
  const known = {
    screens: counts?.screenSummary?.count,
    playlists: counts?.playlistSummary?.count,
    items: counts?.playlistSummary?.itemCount,
  };
  return usageCost(known, can, limit);
}
