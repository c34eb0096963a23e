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
