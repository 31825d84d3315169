import type { Order } from '../../data/order.ts';
import { inSentence, signedText } from '../../format/number-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './OrderDetailSheet.module.css';

/** Note on a position that gets a worse swap: old and new figure, the time, and what avoids it (R-ORD-45). */
export function ComingSwap({ change }: { change: NonNullable<Order['swapChange']> }) {
  const zone = useSettings((settings) => settings.chartZone);
  const locale = localeTag();
  const points = (text: string) => inSentence(signedText(text), locale);
  const time = `${dayClockText(change.fromMs, zone, locale, false)} ${zoneText(zone)}`;
  return (
    <div className={styles.spaced} data-part="swap-change">
      <Banner kind="warn">
        {t('order.swapComing', { time, before: points(change.before), after: points(change.after) })}
      </Banner>
    </div>
  );
}
