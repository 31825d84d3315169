import { useAppUpdate } from '../data/app-version.ts';
import { useConnection } from '../data/live.ts';
import { useWrites } from '../data/writes.ts';
import { t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { useOverlays } from '../ui/open-overlays.ts';

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
    <div className="update" role="status" data-testid="update">
      <Icon name="refresh" size={18} />
      <span className="grow">{t('update.ready')}</span>
      <button type="button" className="btn btn--outline btn--sm" onClick={() => location.reload()}>
        {t('update.reload')}
      </button>
      <button
        type="button"
        className="ib"
        aria-label={t('update.later')}
        onClick={() => useAppUpdate.setState({ isReady: false })}
      >
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
