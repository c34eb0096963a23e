import { hasCode, type PartnerError } from 'partner-graphql/client';
import type { ScreenResult } from './signage';

/** A page of screens with a link to the next; or why there is none. */
export function ScreenList({ screens, errors }: ScreenResult) {
  const [error] = errors;
  if (screens === null)
    return <p role="alert">{error === undefined ? 'Nothing was read.' : explain(error)}</p>;
  if (screens.nodes.length === 0)
    return <p>There are no screens that this server’s credential may see.</p>;
  const { hasNextPage, endCursor } = screens.pageInfo;
  return (
    <>
      <p>{screens.totalCount} screens</p>
      {error && <p role="alert">Something is missing from this list: {error.message}</p>}
      <ul>{screens.nodes.map((screen) => screen && <Screen key={screen.id} {...screen} />)}</ul>
      {hasNextPage && endCursor !== null && (
        <a href={`?after=${encodeURIComponent(endCursor)}`}>Next page</a>
      )}
    </>
  );
}

const Screen = ({ name, status }: { readonly name: string; readonly status: string }) => (
  <li>
    <strong>{name}</strong> <span>{status.toLowerCase()}</span>
  </li>
);

function explain(error: PartnerError): string {
  if (hasCode(error, 'FORBIDDEN'))
    return `This server’s credential lacks the scope ${error.extensions.requiredScope ?? 'for screens'}.`;
  if (hasCode(error, 'RATE_LIMITED'))
    return `The quota of the Partner API is spent: try again in ${error.extensions.retryAfterSeconds ?? 1} seconds.`;
  return error.message;
}
