import { useCompanyStatus } from '../data/company.ts';
import { desktopSite, isDesktopAgent } from '../data/host.ts';
import { t } from '../i18n/text.ts';
import { useSettings } from '../session/settings-store.ts';
import buttonStyles from '../ui/Button.module.css';
import { Icon } from '../ui/Icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import styles from './DesktopOffer.module.css';

/** Offers the company's desktop site to a desktop browser, once; a refusal is remembered (R-WIRE-15). */
export function DesktopOffer() {
  const pcHost = useCompanyStatus().data?.desktopHost ?? '';
  const isDeclined = useSettings((settings) => settings.isDesktopDeclined);
  const link = desktopSite(pcHost, location);
  if (link === null || isDeclined || !isDesktopAgent(navigator.userAgent)) return null;
  return (
    <aside className={styles.offer} aria-label={t('desktop.offer')}>
      <Icon name="info" size={18} />
      <span className={layoutStyles.grow}>{t('desktop.offer')}</span>
      <a href={link}>{t('desktop.open')}</a>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={t('common.close')}
        onClick={() => useSettings.setState({ isDesktopDeclined: true })}
      >
        <Icon name="close" size={18} />
      </button>
    </aside>
  );
}
