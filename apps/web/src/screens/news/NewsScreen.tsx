import { Link } from '@tanstack/react-router';
import type { NewsRow } from '../../data/content-records.ts';
import { useIsUnread, useNews } from '../../data/news.ts';
import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import skeletonStyles from '../../ui/Skeleton.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import newsPartsStyles from '../../widgets/news/NewsParts.module.css';
import { NewsPicture, NewsTime, writtenIn } from '../../widgets/news/NewsParts.tsx';
import { RecordList } from '../../widgets/RecordList.tsx';
import styles from './NewsScreen.module.css';

/** News list: the first entry large, the others as rows; endless until all are loaded (R-NEWS-01). */
export function NewsScreen() {
  const isDesk = useIsDesk();
  const query = useNews(1);
  const isUnread = useIsUnread();
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.panelScreen, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={
        isDesk ? (
          <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
            {t('news.title')}
          </h1>
        ) : (
          <header className={cx(layoutStyles.header, styles.header)}>
            <h1>{t('news.title')}</h1>
          </header>
        )
      }
    >
      <div className={cx(layoutStyles.page, layoutStyles.panelPage, styles.page)}>
        <RecordList<NewsRow>
          query={query}
          label={t('news.title')}
          errorTitle={t('news.errorTitle')}
          emptyTitle={t('news.emptyTitle')}
          emptyText={t('news.emptyText')}
          endText={t('news.noMore')}
          skeleton={<Skeleton />}
        >
          {(all) =>
            all.map((row, index) => {
              const Shape = index === 0 ? Lead : Row;
              return <Shape key={row.id} row={row} isUnread={isUnread(row)} />;
            })
          }
        </RecordList>
      </div>
    </PullToRefresh>
  );
}

interface RowProps {
  readonly row: NewsRow;
  readonly isUnread: boolean;
}

function Lead({ row, isUnread }: RowProps) {
  return (
    <Link
      to="/news/detail"
      search={{ id: row.id }}
      className={styles.lead}
      data-part="news-lead"
      data-testid="news-row"
    >
      <NewsPicture src={row.logo} className={styles.leadPicture} />
      <span {...writtenIn(row)} className={styles.leadText}>
        <h2>{row.title}</h2>
        {row.desc === '' ? null : <p>{row.desc}</p>}
      </span>
      <NewsTime row={row} isUnread={isUnread} />
    </Link>
  );
}

function Row({ row, isUnread }: RowProps) {
  return (
    <Link to="/news/detail" search={{ id: row.id }} className={styles.row} data-part="news-row" data-testid="news-row">
      <span>
        <h2 {...writtenIn(row)}>{row.title}</h2>
        <NewsTime row={row} isUnread={isUnread} />
      </span>
      <NewsPicture src={row.logo} className={styles.rowPicture} />
    </Link>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={styles.lead} data-part="news-lead" aria-hidden="true">
        <i
          className={cx(skeletonStyles.skeleton, newsPartsStyles.picture, styles.leadPicture)}
          data-part="skeleton news-picture"
        />
        <Bone width="86%" height={20} marginTop={18} />
        <Bone width="60%" height={20} marginTop={8} />
        <Bone width={90} height={12} marginTop={12} />
      </div>
      {['80%', '64%', '72%'].map((width) => (
        <div key={width} className={styles.row} data-part="news-row" aria-hidden="true" data-testid="skeleton-row">
          <span>
            <Bone width={width} height={15} marginTop={3} />
            <Bone width="54%" height={15} marginTop={6} />
            <Bone width={90} height={12} marginTop={10} />
          </span>
          <i
            className={cx(skeletonStyles.skeleton, newsPartsStyles.picture, styles.rowPicture)}
            data-part="skeleton news-picture"
          />
        </div>
      ))}
    </div>
  );
}
