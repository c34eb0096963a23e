import { useState } from 'react';
import { formatNumber } from '../component/format.js';
import type { Entry } from '../data/view-store.js';
import { counts, graphiqlHref, textOf } from './operation.js';
import { Trace } from './trace-view.js';

/** Cost, query and variables of one operation, and what can be done with them. */
export function OperationDetail({ entry }: { readonly entry: Entry }) {
  const text = textOf(entry);
  return (
    <section className="operation" aria-label={text.name}>
      <div className="operation__ways">
        <CopyButton text={text.query} />
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

function CopyButton({ text }: { readonly text: string }) {
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

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure className="source">
      <figcaption>{title}</figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
