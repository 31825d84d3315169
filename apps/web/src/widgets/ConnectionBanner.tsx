import { useConnection } from '../data/live.ts';
import { quotes } from '../data/quotes.ts';
import { clockSecondsText } from '../format/time-text.ts';
import { localeTag, t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';

/** Stands in the text where the time goes, for the time is bold. */
const hole = '\n';

/** Said at once when prices no longer move: when the last one came, and that we are trying (DESIGN 6). */
export function ConnectionBanner() {
  const isLost = useConnection((connection) => connection.state === 'lost');
  if (!isLost) return null;
  const newest = quotes.newestMs();
  const [before, after] = t('trade.offline', { time: hole }).split(hole);
  return (
    <div className="banner" role="status">
      <Icon name="offline" size={18} />
      <span className="grow">
        {newest === 0 ? (
          t('trade.offlineNoTime')
        ) : (
          <>
            {before}
            <b className="num">{clockSecondsText(newest, 'device', localeTag())}</b>
            {after}
          </>
        )}
      </span>
      <i className="spin" style={{ width: 16, height: 16 }} />
    </div>
  );
}
