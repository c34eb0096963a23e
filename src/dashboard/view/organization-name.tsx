import { useRead, ViewContext } from '../data/use-read.js';
import { InlineError } from '../error/error-notice.js';
import { graphql } from '../generated/index.js';

const organizationName = graphql(`
  query OrganizationName {
    organization {
      name
    }
  }
`);

/** Whose data this is. Any valid credential may read it, whatever its scopes. */
export function OrganizationName() {
  return (
    // Its one REST request belongs to the session and not to the view that happens to be open.
    <ViewContext value="header">
      <Name />
    </ViewContext>
  );
}

function Name() {
  const { data, errors, isLoading } = useRead(organizationName, {});
  return (
    <a className="brand" href="#/screens">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="brand__mark">
        <rect width="32" height="32" rx="8" />
        <path d="M7 8.500h18v11H7zM11 24.500h10" />
      </svg>
      <span className="brand__name">
        {data?.organization?.name ?? (isLoading ? '…' : <InlineError error={errors[0]} />)}
      </span>
    </a>
  );
}
