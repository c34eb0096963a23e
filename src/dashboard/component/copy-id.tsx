import { useEffect, useState } from 'react';

interface CopyIdProps {
  readonly id: string;
  /** What it names, where the place alone does not say so. */
  readonly what?: string;
}

/** Milliseconds for which the button says what has happened. */
const reportMs = 2000;

/** An id in full, and a button that puts it on the clipboard and says so, to screen readers too. */
export function CopyId({ id, what = 'id' }: CopyIdProps) {
  const [report, setReport] = useState('');
  useEffect(() => {
    if (report === '') return undefined;
    const timer = setTimeout(() => setReport(''), reportMs);
    return () => clearTimeout(timer);
  }, [report]);
  const onClick = (): void => {
    void navigator.clipboard.writeText(id).then(
      () => setReport('Copied'),
      () => setReport('Not copied'),
    );
  };
  return (
    <span className="copy-id">
      <code>{id}</code>
      {/* Browsers have no clipboard for pages that are served without TLS. */}
      {isSecureContext && (
        <span className="copy">
          <button type="button" className="copy__button" onClick={onClick}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path
                d={report === 'Copied' ? 'M3 8.500l3.200 3.200L13 5' : 'M6 5h7v8H6zM3 10V3h7'}
              />
            </svg>
            Copy {what}
          </button>
          <span className="copy__report" role="status">
            {report}
          </span>
        </span>
      )}
    </span>
  );
}
