import { useViewQuery, ViewContext } from '../data/use-view-query.js';
import { InlineError } from '../error/error-notice.js';
import { graphql } from '../generated/index.js';

const organizationName = graphql(`
  query OrganizationName {
    organization {
      name
    }
  }
`);

/** The name of the organization, which every valid credential may read. */
export function OrganizationName() {
  return (
    // Its REST request belongs to the session, not to the view that is open.
    <ViewContext value="header">
      <Name />
    </ViewContext>
  );
}

function Name() {
  const { data, errors, isLoading } = useViewQuery(organizationName, {});
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
