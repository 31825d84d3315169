import type { NewsCategory } from '@candor/contracts/http/content';
import { Link } from '@tanstack/react-router';
import { useUnread } from '../../data/news.ts';
import { plural, t } from '../../i18n/text.ts';
import badgeStyles from '../../ui/Badge.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import typographyStyles from '../../ui/typography.module.css';
import styles from './NewsLinks.module.css';

/** Link to the news, with a dot if any are unread. */
export function NewsLink() {
  return <DottedLink to="/news" category={1} icon="news" label={t('news.title')} />;
}

/** Link to the announcements, with a dot if any are unread. */
export function AnnouncementsLink() {
  return <DottedLink to="/mine/announcement" category={2} icon="megaphone" label={t('user.announcements')} />;
}

export function ServiceLink() {
  return (
    <Link to="/mine/chat" className={buttonStyles.iconButton} aria-label={t('user.service')}>
      <Icon name="headset" size={22} />
    </Link>
  );
}

interface DottedLinkProps {
  readonly to: '/news' | '/mine/announcement';
  readonly category: NewsCategory;
  readonly icon: IconName;
  readonly label: string;
}

function DottedLink({ to, category, icon, label }: DottedLinkProps) {
  const unread = useUnread(category);
  return (
    <Link
      to={to}
      className={buttonStyles.iconButton}
      aria-label={unread === 0 ? label : `${label}, ${plural('news.unread', unread)}`}
    >
      <Icon name={icon} size={22} />
      {unread === 0 ? null : <i className={styles.dot} />}
    </Link>
  );
}

/** Number of unread announcements, at the end of their menu row. */
export function UnreadCount() {
  const unread = useUnread(2);
  if (unread === 0) return null;
  return (
    <span className={cx(badgeStyles.count, badgeStyles.newCount)}>
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className={typographyStyles.visuallyHidden} data-part="reader-text">
        {plural('news.unread', unread)}
      </span>
    </span>
  );
}
