import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface LoadMoreProps {
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Shown after the last page. */
  readonly end: string;
}

/** The end of an endless list: loads the next page when it becomes visible or is pressed. */
export function LoadMore({ isLoading, hasMore, loadMore, end }: LoadMoreProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  useOnVisible(sentinel, () => {
    if (hasMore && !isLoading) loadMore();
  });
  const isDone = !hasMore && !isLoading;
  return (
    <div ref={sentinel} className="more">
      {/* The same button from the first page to the last, so it keeps the focus. */}
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

/** Calls back whenever the element is about to scroll into view. */
function useOnVisible(element: RefObject<Element | null>, callback: () => void): void {
  const onVisible = useEffectEvent(callback);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) onVisible();
      },
      { rootMargin: '0px 0px 160px' },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
}
