import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** At the other end of the title's line. */
  readonly note?: ReactNode;
  /** A class of the view's own. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page on a ground of its own, with its title. */
export function Panel({ title, note, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={className === undefined ? 'panel' : `panel ${className}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}

interface SkeletonProps {
  /** `rows` for lines of text, `block` for a picture. */
  readonly shape: 'rows' | 'block';
  /** CSS length. */
  readonly height: string;
}

/** Stands where something will be that is not known yet. */
export const Skeleton = ({ shape, height }: SkeletonProps) => (
  <div className={`skeleton skeleton--${shape} shimmer`} style={{ height }} aria-hidden="true" />
);
