import { useNotices } from '../data/notices.ts';
import { t } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import { Icon } from '../ui/Icon.tsx';

/** Banner while the account is under margin call or a stop-out waits for a market (R-SOC-10). */
export function MarginBanner() {
  const { isMarginCalled, isStopOutPaused } = useNotices();
  const isLoggedIn = useSession((session) => session.token !== null);
  if (!isLoggedIn || !(isMarginCalled || isStopOutPaused)) return null;
  return (
    <div className="banner" role="status">
      <Icon name="warn" size={18} />
      <span className="grow">{isStopOutPaused ? t('notice.stopOutPaused') : t('notice.marginCall')}</span>
    </div>
  );
}
