import { useState } from 'react';
import { formatCount, formatNumber } from '../component/format.js';
import type { Answer, Entry } from '../data/entry.js';
import { useStore } from '../data/use-view.js';
import { type Bar, counts, graphiqlHref, readTrace, textOf, toBars } from './operation.js';

/** Cost, query and variables of one operation, and what can be done with them. */
export function OperationDetail({ entry }: { readonly entry: Entry }) {
  const text = textOf(entry);
  return (
    <section className="operation" aria-label={text.name}>
      <div className="operation__ways">
        <CopyQueryButton text={text.query} />
        <a className="button" href={graphiqlHref(text)} target="_blank" rel="noopener">
          Open in GraphiQL
        </a>
        <Trace entry={entry} />
      </div>
      <Costs entry={entry} />
      <Code title="Query" text={text.query} />
      {text.variables !== '{}' && <Code title="Variables" text={text.variables} />}
    </section>
  );
}

function CopyQueryButton({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      // Browsers offer the clipboard over HTTPS and on loopback only.
      getSelection()?.selectAllChildren(document.querySelector('.source pre') ?? document.body);
      setOutcome('Press Ctrl+C');
    }
  };
  return (
    <>
      <button
        type="button"
        className="button button--strong"
        onClick={() => void copy()}
        onBlur={() => setOutcome(undefined)}
      >
        {outcome ?? 'Copy query'}
      </button>
      <span className="unseen" role="status">
        {outcome}
      </span>
    </>
  );
}

function Costs({ entry }: { readonly entry: Entry }) {
  const { cost } = entry.get();
  if (cost === undefined) return null;
  return (
    <dl className="costs">
      {counts.map(({ member, title, meaning }) => (
        <div key={member}>
          <dt>
            {title} <span className="muted">{meaning}</span>
          </dt>
          <dd>
            {formatNumber(cost[member] ?? 0)}
            {member === 'requests' && <span className="muted"> of {formatNumber(cost.limit)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Code = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <figure className="source">
    <figcaption>{title}</figcaption>
    <pre>
      <code>{text}</code>
    </pre>
  </figure>
);

/** Runs an operation once more, and shows the REST requests that it sends. */
function Trace({ entry }: { readonly entry: Entry }) {
  const store = useStore();
  const [answer, setAnswer] = useState<Answer<unknown>>();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (): Promise<void> => {
    if (isRunning) return;
    setIsRunning(true);
    setAnswer(await store.trace(entry));
    setIsRunning(false);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={isRunning}
        title="Runs the query once and lists its REST requests"
        onClick={() => void run()}
      >
        {isRunning ? 'Tracing…' : 'Trace'}
      </button>
      {answer && <Waterfall answer={answer} />}
    </>
  );
}

function Waterfall({ answer: { cost, errors } }: { readonly answer: Answer<unknown> }) {
  const bars = toBars(readTrace(cost));
  const waves = new Set(bars.map(({ wave }) => wave)).size;
  const [error] = errors;
  const summary =
    bars.length > 0
      ? `${formatCount(bars.length, 'REST request')} in ${formatCount(waves, 'wave')}`
      : error
        ? error.message
        : 'It sent no REST request.';
  return (
    <div className="trace">
      <p className="muted small" role="status">
        {summary}
      </p>
      {bars.length > 0 && <Bars bars={bars} />}
    </div>
  );
}

/** Requests of one wave begin together. */
const Bars = ({ bars }: { readonly bars: readonly Bar[] }) => (
  <table className="waterfall" aria-label="REST requests">
    <thead>
      <tr>
        <th scope="col">Wave</th>
        <th scope="col">Path</th>
        <th scope="col">Scope</th>
        <th scope="col">Status</th>
        <th scope="col">Time</th>
      </tr>
    </thead>
    <tbody>
      {bars.map(({ operation, path, scope, status, milliseconds, wave, start, width }, at) => (
        <tr key={at}>
          <td>{wave}</td>
          <td className="waterfall__path" title={operation}>
            {path.replace('/api/partner/v1', '')}
            <span
              className={`waterfall__bar ${status === '200' ? '' : 'waterfall__bar--bad'}`}
              style={{ marginLeft: `${100 * start}%`, width: `max(2px, ${100 * width}%)` }}
            />
          </td>
          <td>{scope}</td>
          <td>{status}</td>
          <td>{formatNumber(milliseconds)} ms</td>
        </tr>
      ))}
    </tbody>
  </table>
);
