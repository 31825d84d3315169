import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n/text.ts';
import buttonStyles from './Button.module.css';
import { cx } from './class-names.ts';
import styles from './EndlessList.module.css';
import { Icon } from './Icon.tsx';

export interface EndlessListProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** True if the last requested page failed. */
  readonly isFailed: boolean;
  readonly onMore: () => void;
  /** Text once everything is loaded. */
  readonly end: string;
  readonly className?: string | undefined;
}

/** End of a paged list: requests the next page as it comes near, and says when there is none. */
export function EndlessList({ end, ...more }: EndlessListProps) {
  if (more.hasMore) return <More {...more} />;
  return end === '' ? null : (
    <p className={cx(styles.end, more.className)} data-part="list-end">
      {end}
    </p>
  );
}

type MoreProps = Omit<EndlessListProps, 'end' | 'hasMore'>;

/** A refused page is requested again by a press only: it would be refused again as long as the end is visible. */
function More({ isLoading, isFailed, onMore, className }: MoreProps) {
  // State when the last page ended, not the current one: a list that refreshes itself forgets that a page was refused.
  const [last, setLast] = useState({ isLoading, isRefused: isFailed });
  if (last.isLoading !== isLoading) setLast({ isLoading, isRefused: isFailed });
  return last.isRefused && !isLoading ? (
    <Again onMore={onMore} className={className} />
  ) : (
    <Sentinel isLoading={isLoading} onMore={onMore} className={className} />
  );
}

function Again({ onMore, className }: Pick<MoreProps, 'onMore' | 'className'>) {
  return (
    <div className={cx(styles.end, className)} data-part="list-end">
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.small)}
        onClick={onMore}
      >
        <Icon name="refresh" size={18} />
        {t('common.tryAgain')}
      </button>
    </div>
  );
}

function Sentinel({ isLoading, onMore, className }: Omit<MoreProps, 'isFailed'>) {
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
    <div
      ref={end}
      className={cx(styles.end, className)}
      data-part="list-end"
      role="status"
      aria-label={t('common.loading')}
    >
      <i className={cx(buttonStyles.spinner, styles.spinner)} />
    </div>
  );
}
