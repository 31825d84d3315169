import { useConnection } from '../data/live.ts';
import { quotes } from '../data/quotes.ts';
import { clockSecondsText } from '../format/time-text.ts';
import { localeTag, t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';

/** Said at once when prices no longer move: when the last one came, and that we are trying (DESIGN 6). */
export function ConnectionBanner() {
  const isLost = useConnection((connection) => connection.state === 'lost');
  if (!isLost) return null;
  const newest = quotes.newestMs();
  const text =
    newest === 0
      ? t('trade.offlineNoTime')
      : t('trade.offline', { time: clockSecondsText(newest, 'device', localeTag()) });
  return (
    <div className="banner" role="status">
      <Icon name="offline" size={18} />
      <span className="grow">{text}</span>
      <i className="spin" style={{ width: 16, height: 16 }} />
    </div>
  );
}
