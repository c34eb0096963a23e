/** In the place of a view whose script is being loaded. It appears late: most scripts are there by then. */
export function ViewSkeleton() {
  return (
    <div className="loading" aria-busy="true">
      <p className="unseen" role="status">
        Loading…
      </p>
      <div className="loading__title shimmer" />
      <div className="loading__body shimmer" />
    </div>
  );
}
