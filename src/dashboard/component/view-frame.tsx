import { type ReactNode, use, useEffect } from 'react';
import { ErrorsContext } from '../error/error-at.js';
import { ErrorNotices } from '../error/error-notice.js';
import type { ReadError } from '../error/read-error.js';
import { ViewContext } from '../data/use-view-query.js';
import { CostBadge } from './cost-badge.js';

export interface ViewFrameProps {
  readonly title: string;
  /** A short line under the title. */
  readonly summary?: ReactNode;
  /** A link to the list that this view belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly errors: readonly ReadError[];
  readonly retry: () => void;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** The frame of every view: a focusable heading, the cost, the errors, and the loading state. */
export function ViewFrame({ title, summary, back, errors, retry, isBusy, children }: ViewFrameProps) {
  const view = use(ViewContext);
  useEffect(() => {
    document.title = `${title} · Signage dashboard`;
  }, [title]);
  return (
    <ErrorsContext value={errors}>
      <header className="view__head">
        <div className="view__title">
          {back && (
            <a className="view__back" href={back.href}>
              <span aria-hidden="true">← </span>
              {back.label}
            </a>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {summary && <p className="muted">{summary}</p>}
        </div>
        <CostBadge view={view} />
      </header>
      <p className="unseen" role="status">
        {isBusy ? `Loading ${title}…` : `${title} loaded.`}
      </p>

      <ErrorNotices errors={errors.filter((error) => !isShownInPlace(error))} retry={retry} />
      <div className="view__body" aria-busy={isBusy}>
        {children}
      </div>
    </ErrorsContext>
  );
}

/** A deleted file shows its error in its own place. */
const isShownInPlace = ({ code, path }: ReadError): boolean => code === 'NOT_FOUND' && path.length > 1;
