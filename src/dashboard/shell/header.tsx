import { useLocation } from 'wouter';
import {
  allCollections,
  collections,
  listHref,
  overviewHref,
  useReadable,
} from '../data/collection.js';
import { organizationName, type SignedInProps } from '../data/session.js';
import { useView } from '../data/use-view.js';
import type { Scope } from '../data/view-store.js';
import '../style/developer.css';

/** The name of the organization, which every valid credential may read. */
export function OrganizationName() {
  const { data } = useView(organizationName, {}, { once: true });
  return (
    <a className="brand" href="#/">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="brand__mark">
        <rect width="32" height="32" rx="8" />
        <path d="M7 8.500h18v11H7zM11 24.500h10" />
      </svg>
      <span className="brand__name one-line" dir="auto">
        {data?.organization?.name ?? 'Signage dashboard'}
      </span>
    </a>
  );
}

/**
 * The views of the page. A view that the credential cannot read stays reachable: it says which
 * scope it needs.
 */
export function Tabs() {
  const can = useReadable();
  return (
    <nav className="tabs" aria-label="Views">
      <Tab href={overviewHref} label="Overview" />
      {allCollections.map((collection) => {
        const { title, scope } = collections[collection];
        const lacks = can[collection] ? undefined : scope;
        return <Tab key={collection} href={listHref(collection)} label={title} lacks={lacks} />;
      })}
    </nav>
  );
}

interface TabProps {
  readonly href: string;
  readonly label: string;
  readonly lacks?: Scope | undefined;
}

function Tab({ href, label, lacks }: TabProps) {
  const [path] = useLocation();
  const isCurrent = path.split('/')[1] === href.slice(2);
  return (
    <a
      href={href}
      className={lacks && 'tabs__locked'}
      title={lacks && `The credential lacks ${lacks}`}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      {label}
      {lacks && (
        <>
          <svg className="tabs__lock" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 7h8v6H4zM5.500 7V5a2.500 2.500 0 0 1 5 0v2" />
          </svg>
          <span className="unseen">, needs {lacks}</span>
        </>
      )}
    </a>
  );
}

/**
 * Shows the session and signs out; with the simulator, it also switches between demo credentials.
 */
export function CredentialPicker({ session, control }: SignedInProps) {
  const demos = control.state?.demos ?? [];
  return (
    <div className="who">
      {demos.some(({ name }) => name === session.name) ? (
        <label className="who__pick">
          <span className="unseen">Credential</span>
          <select
            value={session.name}
            onChange={(event) => void control.signIn({ demo: event.target.value })}
            title={session.scopes?.join(', ') ?? ''}
          >
            {demos.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      ) : (
        <span className="who__name">{session.name}</span>
      )}
      <button
        type="button"
        className="button who__out"
        aria-label="Sign out"
        onClick={() => void control.signOut(session)}
      >
        <span className="who__word">Sign out</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M14 5H6v14h8M11 12h9M16.500 8.500L20 12l-3.500 3.500" />
        </svg>
      </button>
    </div>
  );
}

interface DeveloperButtonProps {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Opens what the page asks the façade. */
export const DeveloperButton = ({ isOpen, toggle }: DeveloperButtonProps) => (
  <button
    type="button"
    className="button button--quiet developer"
    aria-label="Developer"
    aria-expanded={isOpen}
    title="Developer: queries, cost and trace (d)"
    onClick={toggle}
  >
    <span aria-hidden="true">{'{ }'}</span>
  </button>
);

/** The `#` of the address is the view, so this link moves the focus itself. */
export const SkipLink = () => (
  <a
    className="skip"
    href={location.hash}
    onClick={(event) => {
      event.preventDefault();
      document.querySelector('h1')?.focus();
    }}
  >
    Skip to content
  </a>
);
