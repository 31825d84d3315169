import { useConnection } from '../data/live.ts';
import { quotes } from '../data/quotes.ts';
import { clockSecondsText } from '../format/time-text.ts';
import { localeTag, t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';

/** Placeholder of the time, which is bold. */
const hole = '\n';

/** Banner while prices do not move: the time of the last one, and that the app reconnects (DESIGN 6). */
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
