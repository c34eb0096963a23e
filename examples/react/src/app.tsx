import { useState } from 'react';
import type { ScreenFilter, ScreenStatus } from '../generated/graphql.js';
import { ScreenList } from './screen-list.js';

const statuses = [
  ['', 'All'],
  ['ONLINE', 'Online'],
  ['OFFLINE', 'Offline'],
  ['UNPAIRED', 'Unpaired'],
] as const satisfies readonly (readonly [ScreenStatus | '', string])[];

type Status = (typeof statuses)[number][0];

/** The page: a search, a filter, and the list that fits both. */
export function App() {
  const [name, setName] = useState('');
  const [status, setStatus] = useState<Status>('');
  const [search, setSearch] = useState('');
  const filter = filterOf(search, status);
  return (
    <>
      <header className="head">
        <h1>Screens</h1>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            setSearch(name.trim());
          }}
        >
          <label className="unseen" htmlFor="name">
            Part of the name
          </label>
          <input
            id="name"
            type="search"
            placeholder="Part of the name"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              if (target.value === '') setSearch('');
            }}
          />
          <button>Search</button>
        </form>
        <StatusFilter value={status} onChange={setStatus} />
      </header>
      <main>
        <ScreenList key={JSON.stringify(filter)} filter={filter} />
      </main>
    </>
  );
}

const filterOf = (search: string, status: Status): ScreenFilter | null =>
  search === '' && status === ''
    ? null
    : { ...(search !== '' && { nameContains: search }), ...(status !== '' && { statusIn: [status] }) };

interface StatusFilterProps {
  readonly value: Status;
  readonly onChange: (status: Status) => void;
}

function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <fieldset className="statuses">
      <legend className="unseen">Status</legend>
      {statuses.map(([status, label]) => (
        <label key={status}>
          <input type="radio" name="status" checked={value === status} onChange={() => onChange(status)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
