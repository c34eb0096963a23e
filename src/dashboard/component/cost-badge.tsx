import { type Cost, type OperationCost, useCost } from '../data/cost.js';
import { formatCount, formatNumber } from './format.js';

const counts: readonly (readonly [keyof Cost, string, string])[] = [
  ['requests', 'Sent', 'REST requests sent, retries included'],
  ['deduplicated', 'Deduplicated', 'repeated reads that an earlier read of the operation served'],
  ['primed', 'Primed', 'records that a list had already returned'],
  ['swept', 'Swept', 'single reads that a page of the list replaced'],
  ['shared', 'Shared', 'responses that another operation was already waiting for'],
];

/** What a view has cost at the Partner API, and what the façade has saved. */
export function CostBadge({ view }: { readonly view: string }) {
  const operations = useCost(view);
  const sent = sum(operations, 'requests');
  const [only] = operations;
  if (only === undefined) return <span className="cost cost--none">No REST request yet</span>;
  return (
    <details
      className="cost"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.open = false;
      }}
    >
      <summary>
        <strong>{formatCount(sent, 'REST request')}</strong>
        <span className="muted">
          {operations.length === 1
            ? ` of ${formatNumber(only.cost.limit)}`
            : ` in ${operations.length} operations`}
        </span>
      </summary>
      <div className="cost__panel">
        <CostTable operations={operations} />
        <p className="muted">
          One operation may send {formatNumber(only.cost.limit)}. A view from the cache costs nothing.
        </p>
      </div>
    </details>
  );
}

/** A column for each operation name, and a row for each count with its meaning. */
function CostTable({ operations }: { readonly operations: readonly OperationCost[] }) {
  const groups = byName(operations);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Count</th>
          {groups.map(([name, group]) => (
            <th key={name} scope="col">
              {name}
              {group.length > 1 && ` ×${group.length}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.map(([count, title, meaning]) => (
          <tr key={count}>
            <th scope="row">
              {title} <span className="cost__meaning">{meaning}</span>
            </th>
            {groups.map(([name, group]) => (
              <td key={name}>{formatNumber(sum(group, count))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const byName = (
  operations: readonly OperationCost[],
): readonly (readonly [string, readonly OperationCost[]])[] =>
  [...new Set(operations.map(({ name }) => name))].map(
    (name) => [name, operations.filter((operation) => operation.name === name)] as const,
  );

const sum = (operations: readonly OperationCost[], count: keyof Cost): number =>
  operations.reduce((total, { cost }) => total + (cost[count] ?? 0), 0);
