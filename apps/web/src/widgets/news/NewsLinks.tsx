import type { NewsCategory } from '@candor/contracts/http/content';
import { Link } from '@tanstack/react-router';
import { useUnread } from '../../data/news.ts';
import { plural, t } from '../../i18n/text.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** The news, with a dot while something in them is unread. */
export function NewsLink() {
  return <DottedLink to="/news" category={1} icon="news" label={t('news.title')} />;
}

/** The announcements, with a dot while one is unread. */
export function AnnouncementsLink() {
  return <DottedLink to="/mine/announcement" category={2} icon="bell" label={t('user.announcements')} />;
}

export function ServiceLink() {
  return (
    <Link to="/mine/chat" className="ib" aria-label={t('user.service')}>
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
    <Link to={to} className="ib" aria-label={unread === 0 ? label : `${label}, ${plural('news.unread', unread)}`}>
      <Icon name={icon} size={22} />
      {unread === 0 ? null : <i className="dot" />}
    </Link>
  );
}

/** How many announcements are unread, at the end of a row that leads to them. */
export function UnreadCount() {
  const unread = useUnread(2);
  if (unread === 0) return null;
  return (
    <span className="count count--on">
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className="visually-hidden">{plural('news.unread', unread)}</span>
    </span>
  );
}
