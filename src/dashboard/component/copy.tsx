import { useEffect, useState } from 'react';

interface CopyIdProps {
  readonly id: string;
  /** What it names, where the place alone does not say so. */
  readonly what?: string;
}

/** An id in full, and a button that copies it. */
export const CopyId = ({ id, what = 'id' }: CopyIdProps) => (
  <span className="copy-id">
    <code>{id}</code>
    <CopyButton text={id} label={`Copy ${what}`} />
  </span>
);

interface CopyButtonProps {
  readonly text: string;
  /** Such as `Copy id`. */
  readonly label: string;
}

/** Milliseconds for which the button says what has happened. */
const reportMs = 2000;

/** Puts a text on the clipboard and says so, to screen readers too. */
function CopyButton({ text, label }: CopyButtonProps) {
  const [report, setReport] = useState('');
  useEffect(() => {
    if (report === '') return undefined;
    const timer = setTimeout(() => setReport(''), reportMs);
    return () => clearTimeout(timer);
  }, [report]);
  // Browsers have no clipboard for pages that are served without TLS.
  if (!isSecureContext) return null;
  const onClick = (): void => {
    void navigator.clipboard.writeText(text).then(
      () => setReport('Copied'),
      () => setReport('Not copied'),
    );
  };
  return (
    <span className="copy">
      <button type="button" className="copy__button" onClick={onClick}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={report === 'Copied' ? 'M3 8.500l3.200 3.200L13 5' : 'M6 5h7v8H6zM3 10V3h7'} />
        </svg>
        {label}
      </button>
      <span className="copy__report" role="status">
        {report}
      </span>
    </span>
  );
}
