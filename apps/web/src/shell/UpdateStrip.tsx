import { useWrites } from '../data/api.ts';
import { useAppUpdate } from '../data/app-version.ts';
import { useConnection } from '../data/live.ts';
import { t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { useOverlays } from '../ui/Overlay.tsx';
import styles from './UpdateStrip.module.css';

/**
 * True if a newer build may be offered now: not while an order sheet or dialog is open, a change is being sent, or the
 * server cannot be reached (R-SCR-61).
 */
export function useIsUpdateOffered(): boolean {
  const isReady = useAppUpdate((update) => update.isReady);
  const isCovered = useOverlays((overlays) => overlays.open > 0);
  const isSending = useWrites((writes) => writes.underWay > 0);
  const isConnected = useConnection((connection) => connection.state === 'live');
  return isReady && isConnected && !isCovered && !isSending;
}

/** Line above the page that offers a newer build; nothing reloads without a press. */
export function UpdateStrip() {
  return (
    <div className={styles.strip} role="status" data-testid="update">
      <Icon name="refresh" size={18} />
      <span className={layoutStyles.grow}>{t('update.ready')}</span>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.outline, buttonStyles.small)}
        onClick={() => location.reload()}
      >
        {t('update.reload')}
      </button>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={t('update.later')}
        onClick={() => useAppUpdate.setState({ isReady: false })}
      >
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
