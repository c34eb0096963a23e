import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { partnerErrors } from 'partner-graphql/client';
import type { ScreenFilter, ScreenOrder, ScreenPageQuery } from '../generated/graphql.js';
import { ScreenPage } from './document.js';
import { Failure } from './failure.js';
import { PageNumbers } from './page-numbers.js';
import { ScreenCard } from './screen-card.js';

const pageSize = 24;

interface ScreenListProps {
  /** null: every screen. */
  readonly filter: ScreenFilter | null;
  readonly orderBy: ScreenOrder | null;
}

/**
 * A page of screens and the numbers of all; or why there are none: still loading, an error, nothing
 * that fits.
 */
export function ScreenList({ filter, orderBy }: ScreenListProps) {
  const [page, setPage] = useState(1);
  const { data, previousData, error, networkStatus, refetch } = useQuery(ScreenPage, {
    variables: { first: pageSize, page, filter, orderBy },
    // Data may come beside errors, and the page shows both.
    errorPolicy: 'all',
  });
  const isFetching = networkStatus < NetworkStatus.ready;
  const list = data?.screens;
  const { totalCount = 0 } = list ?? previousData?.screens ?? {};
  const showPage = (number: number): void => {
    setPage(number);
    scrollTo({ top: 0 });
  };
  return (
    <>
      {list != null && (
        <>
          <p className="count" role="status">
            {summaryOf(list, page)}
          </p>
          <Gaps error={error} />
          <Cards list={list} isFiltered={filter !== null} />
        </>
      )}
      {list == null && (isFetching || error === undefined) && <Loading />}
      {list == null && !isFetching && error !== undefined && (
        <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      <PageNumbers page={page} count={Math.ceil(totalCount / pageSize)} onChange={showPage} />
    </>
  );
}

type List = NonNullable<ScreenPageQuery['screens']>;

function summaryOf({ edges, totalCount }: List, page: number): string {
  const before = (page - 1) * pageSize;
  return edges.length < totalCount
    ? `${before + 1}–${before + edges.length} of ${totalCount} screens`
    : `${totalCount} screens`;
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
