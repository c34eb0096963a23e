import { formatNumber } from '../component/format.js';
import { MissingPart, ScopeNote } from '../component/missing.js';
import { Skeleton } from '../component/panel.js';
import type { Scope } from '../data/scope.js';
import type { CountPrecision } from '../generated/graphql.js';

/** A figure, and the list of the records behind it. */
export interface CountLine {
  readonly label: string;
  readonly count: number;
  readonly href: string;
  /** Set for the parts of the whole, which the bar shows. */
  readonly tone?: 'good' | 'bad' | 'wait' | 'none';
}

interface CountCardProps {
  readonly title: string;
  readonly href: string;
  /** Of the summary in the result. */
  readonly field: string;
  readonly summary: { readonly count: number; readonly precision: CountPrecision } | null | undefined;
  readonly lines: readonly CountLine[];
  /** What is worth knowing besides. */
  readonly note?: string | null | undefined;
  readonly canRead: boolean;
  readonly scope: Scope;
}

/** How much there is of a collection, and in which state. */
export function CountCard({ title, href, field, summary, lines, note, canRead, scope }: CountCardProps) {
  return (
    <section className="count" aria-label={title}>
      {summary && canRead ? (
        <>
          <h2 className="count__head">
            <a href={href}>
              <span className="count__total">{formatCounted(summary.count, summary.precision)}</span> {title}
            </a>
          </h2>
          <Bar lines={lines} />
          <ul className="count__lines">
            {lines.map((line) => (
              <Line key={line.label} line={line} precision={summary.precision} />
            ))}
          </ul>
          {note != null && <p className="count__note muted">{note}</p>}
        </>
      ) : (
        <>
          <h2 className="count__head count__head--plain">{title}</h2>
          {!canRead && <ScopeNote scope={scope} />}
          {canRead && summary === null && <MissingPart what="Counts" scope={scope} path={[field]} />}
          {canRead && summary === undefined && <Skeleton shape="rows" height="84px" />}
        </>
      )}
    </section>
  );
}

function Line({
  line: { label, count, href, tone },
  precision,
}: {
  readonly line: CountLine;
  readonly precision: CountPrecision;
}) {
  return (
    <li>
      <a className={`count__line${count === 0 ? ' count__line--zero' : ''}`} href={href}>
        <span className={`count__mark count__mark--${tone ?? 'clear'}`} aria-hidden="true" />
        {label} <span className="count__number">{formatCounted(count, precision)}</span>
      </a>
    </li>
  );
}

/** The parts of the whole to scale; the lines say the same in words. */
function Bar({ lines }: { readonly lines: readonly CountLine[] }) {
  return (
    <div className="count__bar" aria-hidden="true">
      {lines.map(
        ({ label, count, tone }) =>
          tone !== undefined &&
          count > 0 && (
            <span key={label} className={`count__part count__part--${tone}`} style={{ flexGrow: count }} />
          ),
      )}
    </div>
  );
}

/** A figure that may be too small, because not all records could be read, says so. */
const formatCounted = (count: number, precision: CountPrecision): string =>
  precision === 'EXACT' ? formatNumber(count) : `at least ${formatNumber(count)}`;
