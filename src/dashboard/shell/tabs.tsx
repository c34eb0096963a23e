import { useLocation } from 'wouter';
import { type Scope, useCanRead } from '../data/scope.js';
import { listHref, overviewHref } from '../route/path.js';

interface TabProps {
  readonly href: string;
  readonly label: string;
}

/** The views of the page. */
export function Tabs() {
  return (
    <nav className="tabs" aria-label="Views">
      <Tab href={overviewHref} label="Overview" />
      <ScopedTab href={listHref('screens')} label="Screens" scope="screens:read" />
      <ScopedTab href={listHref('playlists')} label="Playlists" scope="playlists:read" />
      <ScopedTab href={listHref('media')} label="Media" scope="media:read" />
    </nav>
  );
}

/** A view that the credential cannot read stays reachable: it says which scope it needs. */
function ScopedTab({ scope, ...tab }: TabProps & { readonly scope: Scope }) {
  return <Tab {...tab} {...(!useCanRead(scope) && { lacks: scope })} />;
}

function Tab({ href, label, lacks }: TabProps & { readonly lacks?: Scope }) {
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
