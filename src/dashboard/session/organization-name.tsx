import { useView } from '../data/use-view.js';
import { organizationName } from '../data/organization.js';

/** The name of the organization, which every valid credential may read. */
export function OrganizationName() {
  const { data } = useView(organizationName, {}, { once: true });
  return (
    <a className="brand" href="#/">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="brand__mark">
        <rect width="32" height="32" rx="8" />
        <path d="M7 8.500h18v11H7zM11 24.500h10" />
      </svg>
      <span className="brand__name">{data?.organization?.name ?? 'Signage dashboard'}</span>
    </a>
  );
}
