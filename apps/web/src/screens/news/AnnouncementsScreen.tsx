import { Link } from '@tanstack/react-router';
import type { NewsRow } from '../../data/content-records.ts';
import { useIsUnread, useNews } from '../../data/news.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { NewsTime, UnreadDot, writtenIn } from '../../widgets/news/NewsParts.tsx';
import { RecordList } from '../../widgets/RecordList.tsx';
import styles from './AnnouncementsScreen.module.css';

/** Announcements of the company; countries that it does not serve come first (R-COM-08, R-CNT-04). */
export function AnnouncementsScreen() {
  const query = useNews(2);
  const isUnread = useIsUnread();
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('user.announcements')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.list)}>
        <RecordList<NewsRow>
          query={query}
          label={t('user.announcements')}
          errorTitle={t('announce.errorTitle')}
          emptyTitle={t('announce.emptyTitle')}
          emptyText={t('announce.emptyText')}
          endText={t('announce.noMore')}
          skeleton={<Skeleton />}
        >
          {(rows) => (
            <div className={listRowStyles.group}>
              {rows.map((row) => (
                <Row key={row.id} row={row} isUnread={isUnread(row)} />
              ))}
            </div>
          )}
        </RecordList>
      </div>
    </PullToRefresh>
  );
}

function Row({ row, isUnread }: { row: NewsRow; isUnread: boolean }) {
  return (
    <Link
      to="/news/detail"
      search={{ id: row.id }}
      className={cx(listRowStyles.row, styles.row)}
      data-testid="announcement-row"
    >
      <span className={styles.dot}>{isUnread ? <UnreadDot /> : null}</span>
      <span className={cx(listRowStyles.text, isUnread && styles.unread)}>
        <span {...writtenIn(row)} className={styles.title} data-part="announcement-title">
          {row.title}
        </span>
        <NewsTime row={row} className={styles.byline} />
      </span>
      <Icon name="next" size={18} className={listRowStyles.chevron} />
    </Link>
  );
}

function Skeleton() {
  return (
    <div className={listRowStyles.group} role="status" aria-label={t('common.loading')}>
      {['72%', '58%', '66%', '50%'].map((width) => (
        <div key={width} className={cx(listRowStyles.row, styles.row)} aria-hidden="true" data-testid="skeleton-row">
          <span className={styles.dot} />
          <span className={listRowStyles.text}>
            <Bone width={width} height={15} marginBlock={3} />
            <Bone width={90} height={12} marginTop={7} />
          </span>
        </div>
      ))}
    </div>
  );
}
