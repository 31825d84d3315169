import type { NewsRow } from '@candor/contracts/http/content';
import { Link } from '@tanstack/react-router';
import { useIsUnread, useNews } from '../../data/news.ts';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { NewsTime, UnreadDot, writtenIn } from '../../widgets/news/NewsParts.tsx';
import { RecordList } from '../../widgets/RecordList.tsx';

/** Announcements of the company; countries that it does not serve come first (R-COM-08, R-CNT-04). */
export function AnnouncementsScreen() {
  const query = useNews(2);
  const isUnread = useIsUnread();
  return (
    <PullToRefresh
      className="scr scr--canvas fade-in"
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('user.announcements')} />}
    >
      <div className="page pad" style={{ paddingBottom: 'calc(24px + var(--safe-bottom))' }}>
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
            <div className="group">
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
      className={`lrow annrow ${isUnread ? 'is-unread' : ''}`}
      data-testid="announcement-row"
    >
      <span className="annrow-d">{isUnread ? <UnreadDot /> : null}</span>
      <span className="lrow-t">
        <span {...writtenIn(row)} className="annrow-t">
          {row.title}
        </span>
        <NewsTime row={row} />
      </span>
      <Icon name="next" size={18} className="chev" />
    </Link>
  );
}

function Skeleton() {
  return (
    <div className="group" role="status" aria-label={t('common.loading')}>
      {['72%', '58%', '66%', '50%'].map((width) => (
        <div key={width} className="lrow annrow" aria-hidden="true" data-testid="skeleton-row">
          <span className="annrow-d" />
          <span className="lrow-t">
            <i className="sk" style={{ width, height: 15, marginBlock: 3 }} />
            <i className="sk" style={{ width: 90, height: 12, marginTop: 7 }} />
          </span>
        </div>
      ))}
    </div>
  );
}
