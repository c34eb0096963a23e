import { useEffect, useEffectEvent, useRef } from 'react';

/** The end of an endless list: loads on when it comes into sight, or when it is pressed. */
export function LoadMore({
  isLoading,
  hasMore,
  loadMore,
  end,
}: {
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Told when nothing follows. */
  readonly end: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const onSight = useEffectEvent(() => {
    if (hasMore && !isLoading) loadMore();
  });
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) onSight();
      },
      { rootMargin: '0px 0px 160px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const isDone = !hasMore && !isLoading;
  return (
    <div ref={place} className="more">
      {/* One button from the first to the last page: whoever holds the focus on it keeps it. */}
      <button
        type="button"
        className="button"
        aria-disabled={isLoading || isDone}
        onClick={() => hasMore && !isLoading && loadMore()}
      >
        {isDone ? end : isLoading ? 'Loading…' : 'Load more'}
      </button>
    </div>
  );
}
