import type { ReactNode } from 'react';
import { PartFailure, ScopeNote } from '../component/missing.js';
import { type Scope, useCanRead } from '../data/scope.js';
import type { Snapshot } from '../data/entry.js';

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
export function UsageList<Data, User extends { readonly id: string }>(props: UsageListProps<Data, User>) {
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
