import { useConnection, useTrading } from '../data/live.ts';
import { quotes } from '../data/quotes.ts';
import { clockSecondsText } from '../format/time-text.ts';
import { localeTag, t } from '../i18n/text.ts';
import { shownZone } from '../session/shown-zone.ts';
import bannerStyles from '../ui/Banner.module.css';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import figuresStyles from '../ui/Figures.module.css';
import { Icon } from '../ui/Icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import styles from './ConnectionBanner.module.css';

/** Placeholder of the time, which is bold. */
const hole = '\n';

/**
 * Banner while prices do not move: the time of the last one, and that the app reconnects (DESIGN 6); or while no order is
 * carried out (R-SCR-25), unless the screen `hasDock`, which says so itself.
 */
export function ConnectionBanner({ hasDock = false }: { hasDock?: boolean }) {
  const isLost = useConnection((connection) => connection.state === 'lost');
  const { isPaused } = useTrading();
  if (!isLost) return isPaused && !hasDock ? <PausedBanner /> : null;
  const newest = quotes.newestMs();
  const [before, after] = t('trade.offline', { time: hole }).split(hole);
  return (
    <div className={bannerStyles.banner} data-part="banner" role="status">
      <Icon name="offline" size={18} />
      <span className={layoutStyles.grow}>
        {newest === 0 ? (
          t('trade.offlineNoTime')
        ) : (
          <>
            {before}
            <b className={figuresStyles.number}>{clockSecondsText(newest, shownZone(), localeTag())}</b>
            {after}
          </>
        )}
      </span>
      <i className={cx(buttonStyles.spinner, styles.spinner)} />
    </div>
  );
}

function PausedBanner() {
  return (
    <div className={bannerStyles.banner} data-part="banner" role="status">
      <Icon name="clock" size={18} />
      <span className={layoutStyles.grow}>{`${t('trade.pausedTitle')} ${t('trade.pausedFigures')}`}</span>
    </div>
  );
}
