import { useNotices } from '../data/notices.ts';
import { t } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import bannerStyles from '../ui/Banner.module.css';
import { Icon } from '../ui/Icon.tsx';
import layoutStyles from '../ui/layout.module.css';

/** Banner while a stop-out waits for a market, under margin call, and before a higher stop-out level (R-SOC-10, R-ORD-41). */
export function MarginBanner() {
  const { isMarginCalled, isStopOutPaused, stopOutNotice } = useNotices();
  const isLoggedIn = useSession((session) => session.token !== null);
  const text = isStopOutPaused ? t('notice.stopOutPaused') : isMarginCalled ? t('notice.marginCall') : stopOutNotice;
  if (!isLoggedIn || text === null) return null;
  return (
    <div className={bannerStyles.banner} data-part="banner" role="status">
      <Icon name="warn" size={18} />
      <span className={layoutStyles.grow}>{text}</span>
    </div>
  );
}
