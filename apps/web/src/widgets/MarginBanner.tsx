import { useNotices } from '../data/notices.ts';
import { t } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import bannerStyles from '../ui/Banner.module.css';
import { Icon } from '../ui/Icon.tsx';
import layoutStyles from '../ui/layout.module.css';

/** Banner while the account is under margin call or a stop-out waits for a market (R-SOC-10). */
export function MarginBanner() {
  const { isMarginCalled, isStopOutPaused } = useNotices();
  const isLoggedIn = useSession((session) => session.token !== null);
  if (!isLoggedIn || !(isMarginCalled || isStopOutPaused)) return null;
  return (
    <div className={bannerStyles.banner} data-part="banner" role="status">
      <Icon name="warn" size={18} />
      <span className={layoutStyles.grow}>{isStopOutPaused ? t('notice.stopOutPaused') : t('notice.marginCall')}</span>
    </div>
  );
}
