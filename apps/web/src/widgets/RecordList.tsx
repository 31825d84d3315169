import type { ReactNode } from 'react';
import { pagedRows } from '../data/paged-rows.ts';
import { t } from '../i18n/text.ts';
import { Empty } from '../ui/Empty.tsx';
import { EndlessList } from '../ui/EndlessList.tsx';
import listRowStyles from '../ui/ListRow.module.css';
import { Bone } from '../ui/Skeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import styles from './RecordList.module.css';
import { ZoneNote } from './ZoneNote.tsx';

interface RecordQuery<Row> {
  readonly data: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

export interface RecordListProps<Row> {
  readonly query: RecordQuery<Row>;
  readonly label: string;
  readonly errorTitle: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly emptyAction?: ReactNode;
  /** Text after the last row; for records of money by default. */
  readonly endText?: string;
  /** Skeleton of the rows; for records of money by default. */
  readonly skeleton?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Paged list with all its states: loading, failed, empty, and endless until its total is reached. */
export function RecordList<Row extends { readonly id: number | string }>({
  query,
  children,
  ...texts
}: RecordListProps<Row>) {
  if (query.data === undefined) {
    if (query.error !== null && !query.isFetching) {
      return <LoadFailed title={texts.errorTitle} error={query.error} onRetry={() => void query.refetch()} />;
    }
    return texts.skeleton ?? <RecordSkeletons />;
  }
  const rows = pagedRows(query.data.pages, (page) => page.data);
  if (rows.length === 0)
    return <Empty drawing="orders" title={texts.emptyTitle} text={texts.emptyText} action={texts.emptyAction} />;
  return (
    <section aria-label={texts.label}>
      {children(rows)}
      <EndlessList
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        isFailed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
        end={texts.endText ?? t('funds.noMore')}
      />
      <ZoneNote />
    </section>
  );
}

function RecordSkeletons() {
  return (
    <div className={listRowStyles.group} role="status" aria-label={t('common.loading')}>
      {['60%', '46%', '54%', '50%'].map((width) => (
        <div key={width} className={styles.record} aria-hidden="true" data-testid="skeleton-row">
          <Bone width={width} height={16} />
          <Bone width="38%" height={12} marginTop={9} />
        </div>
      ))}
    </div>
  );
}
