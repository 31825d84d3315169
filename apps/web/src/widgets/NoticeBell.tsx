import { Link } from '@tanstack/react-router';
import { useUnreadNotices } from '../data/notice-list.ts';
import { plural, t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import figuresStyles from '../ui/Figures.module.css';
import { Icon } from '../ui/Icon.tsx';
import styles from './NoticeBell.module.css';

/** Link to the list of notices, with the number of unread ones (R-ALR-07). */
export function NoticeBell() {
  const unread = useUnreadNotices();
  const label = t('notices.title');
  return (
    <Link
      to="/mine/notices"
      className={cx(buttonStyles.iconButton, styles.bell)}
      data-testid="notice-bell"
      aria-label={unread === 0 ? label : `${label}, ${plural('news.unread', unread)}`}
    >
      <Icon name="bell" size={22} />
      {unread === 0 ? null : (
        <span className={cx(styles.count, figuresStyles.number)} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
