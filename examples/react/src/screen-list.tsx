import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { partnerErrors } from 'partner-graphql/client';
import type { ScreenFilter, ScreenPageQuery } from '../generated/graphql.js';
import { ScreenPage } from './document.js';
import { Failure } from './failure.js';
import { ScreenCard } from './screen-card.js';

const pageSize = 24;

interface ScreenListProps {
  /** null: every screen. */
  readonly filter: ScreenFilter | null;
}

/** Screens with a button for the next page; or why there are none: still loading, an error, nothing that fits. */
export function ScreenList({ filter }: ScreenListProps) {
  const { data, error, networkStatus, fetchMore, refetch } = useQuery(ScreenPage, {
    variables: { first: pageSize, filter },
    // Data may come beside errors, and the page shows both.
    errorPolicy: 'all',
  });
  const [moreError, setMoreError] = useState<unknown>();
  const list = data?.screens;
  const isFetching = networkStatus < NetworkStatus.ready;
  if (list == null) {
    if (isFetching || error === undefined) return <Loading />;
    return <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const after = list.pageInfo.endCursor;
  const readMore = async (): Promise<void> => {
    // It rejects where there is no response at all.
    const page = await fetchMore({ variables: { after }, errorPolicy: 'all' }).catch((failure: unknown) => ({
      error: failure,
    }));
    setMoreError(page.error);
  };
  return (
    <>
      <p className="count" role="status">
        {summaryOf(list)}
      </p>
      {moreError === undefined && <Gaps error={error} />}
      <Cards list={list} isFiltered={filter !== null} />
      {moreError !== undefined && (
        <Failure error={moreError} onRetry={() => void readMore()} isRetrying={isFetching} />
      )}
      {moreError === undefined && list.pageInfo.hasNextPage && (
        <button className="more" disabled={isFetching} onClick={() => void readMore()}>
          {isFetching ? 'Loading…' : 'Load more'}
        </button>
      )}
    </>
  );
}

type List = NonNullable<ScreenPageQuery['screens']>;

function summaryOf({ edges, totalCount }: List): string {
  return edges.length < totalCount ? `${edges.length} of ${totalCount} screens` : `${totalCount} screens`;
}

function Cards({ list, isFiltered }: { readonly list: List; readonly isFiltered: boolean }) {
  if (list.edges.length === 0)
    return (
      <section className="note">
        <h2>{isFiltered ? 'No screen fits' : 'No screens yet'}</h2>
        <p>
          {isFiltered
            ? 'Search for another part of the name, or choose another status.'
            : 'The organization has no screens that this credential may see.'}
        </p>
      </section>
    );
  return (
    <ul className="cards">
      {list.edges.map(({ node, cursor }) => node && <ScreenCard key={cursor} screen={node} />)}
    </ul>
  );
}

/** Some fields failed, and the rest of the list is there. */
function Gaps({ error }: { readonly error: unknown }) {
  const [first, ...others] = partnerErrors(error);
  if (first === undefined) return null;
  return (
    <p className="gaps" role="alert">
      Something is missing from this list: {first.message}
      {others.length > 0 && ` (and ${others.length} more)`}
    </p>
  );
}

function Loading() {
  return (
    <>
      <p className="count" role="status">
        Loading screens…
      </p>
      <ul className="cards" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} className="card card--empty" />
        ))}
      </ul>
    </>
  );
}
