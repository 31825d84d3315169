import { languages } from '@candor/contracts/languages';
import { useState } from 'react';
import type { NewsRow } from '../../data/content-records.ts';
import { momentText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import typographyStyles from '../../ui/typography.module.css';
import styles from './NewsParts.module.css';

/** Language and direction of an article, which may differ from the user's. */
export function writtenIn({ language }: Pick<NewsRow, 'language'>): { lang: string; dir: 'ltr' | 'rtl' } {
  const { tag, direction } = languages[language];
  return { lang: tag, dir: direction };
}

export interface NewsTimeProps {
  readonly row: NewsRow;
  readonly isUnread?: boolean;
  readonly className?: string | undefined;
}

/** Publication time in the device's zone; nothing without a time. */
export function NewsTime({ row, isUnread = false, className }: NewsTimeProps) {
  if (row.createdAtMs === 0 && !row.isPinned && !isUnread) return null;
  return (
    <span className={cx(styles.byline, className)}>
      {isUnread ? <UnreadDot /> : null}
      {row.isPinned ? <b>{t('news.pinned')}</b> : null}
      {row.createdAtMs === 0 ? null : (
        <time dateTime={new Date(row.createdAtMs).toISOString()}>
          {momentText(row.createdAtMs, shownZone(), localeTag())}
        </time>
      )}
    </span>
  );
}

export function UnreadDot() {
  return (
    <i className={styles.unreadDot}>
      <span className={typographyStyles.visuallyHidden} data-part="reader-text">
        {t('news.unreadOne')}
      </span>
    </i>
  );
}

/** Picture of an article, from the hosts that the server allows; a plain tile if there is none or it does not load. */
export function NewsPicture({ src, className }: { src: string; className?: string | undefined }) {
  const [failed, setFailed] = useState('');
  const isShown = src !== '' && src !== failed;
  return (
    <span className={cx(styles.picture, className)} data-part="news-picture">
      {isShown ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      ) : (
        <Icon name="news" size={26} />
      )}
    </span>
  );
}
