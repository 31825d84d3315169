import { useEffect, useRef } from 'react';
import { t } from '../i18n/text.ts';

export interface EndlessListProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  /** Said once everything is there. */
  readonly end: string;
}

/** Stands below the rows of a paged list: asks for more as the end comes near, and says when there is none. */
export function EndlessList({ hasMore, isLoading, onMore, end }: EndlessListProps) {
  if (hasMore) return <More isLoading={isLoading} onMore={onMore} />;
  return end === '' ? null : <p className="list-end">{end}</p>;
}

function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (end.current === null || isLoading) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: '300px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className="list-end" role="status" aria-label={t('common.loading')}>
      <i className="spin" style={{ display: 'inline-block' }} />
    </div>
  );
}
