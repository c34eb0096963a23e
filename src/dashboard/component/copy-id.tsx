import { CopyButton } from './copy-button.js';

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
