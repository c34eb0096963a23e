import { useState } from 'react';
import type { ScreenFilter, ScreenOrderField, ScreenStatus } from '../generated/graphql.js';
import { ScreenList } from './screen-list.js';

const statuses = [
  ['', 'All'],
  ['ONLINE', 'Online'],
  ['OFFLINE', 'Offline'],
  ['UNPAIRED', 'Unpaired'],
] as const satisfies readonly (readonly [ScreenStatus | '', string])[];

type Status = (typeof statuses)[number][0];

const orders = [
  ['', 'As in the CMS'],
  ['NAME', 'By name'],
  ['STATUS', 'By status'],
] as const satisfies readonly (readonly [ScreenOrderField | '', string])[];

type Order = (typeof orders)[number][0];

/** The page: a search, a filter, an order, and the list that fits them. */
export function App() {
  const [status, setStatus] = useState<Status>('');
  const [order, setOrder] = useState<Order>('');
  const [search, setSearch] = useState('');
  const filter = filterOf(search, status);
  const orderBy = order === '' ? null : { field: order };
  return (
    <>
      <header className="head">
        <h1>Screens</h1>
        <SearchForm onSearch={setSearch} />
        <StatusFilter value={status} onChange={setStatus} />
        <OrderSelect value={order} onChange={setOrder} />
      </header>
      <main>
        <ScreenList key={JSON.stringify([filter, order])} filter={filter} orderBy={orderBy} />
      </main>
    </>
  );
}

function SearchForm({ onSearch }: { readonly onSearch: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(name.trim());
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
          if (target.value === '') onSearch('');
        }}
      />
      <button>Search</button>
    </form>
  );
}

const filterOf = (search: string, status: Status): ScreenFilter | null =>
  search === '' && status === ''
    ? null
    : {
        ...(search !== '' && { nameContains: search }),
        ...(status !== '' && { statusIn: [status] }),
      };

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
          <input
            type="radio"
            name="status"
            checked={value === status}
            onChange={() => onChange(status)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface OrderSelectProps {
  readonly value: Order;
  readonly onChange: (order: Order) => void;
}

function OrderSelect({ value, onChange }: OrderSelectProps) {
  return (
    <select
      aria-label="Order"
      value={value}
      // The value of one of the options below.
      onChange={({ target }) => onChange(target.value as Order)}
    >
      {orders.map(([order, label]) => (
        <option key={order} value={order}>
          {label}
        </option>
      ))}
    </select>
  );
}
