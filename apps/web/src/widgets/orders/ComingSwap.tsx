import type { Order } from '../../data/order.ts';
import { inSentence, signedText } from '../../format/number-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { zonedTimeText } from '../zoned-time.ts';
import styles from './OrderDetailSheet.module.css';

/** Note on a position that gets a worse swap: old and new figure, the time, and what avoids it (R-ORD-45). */
export function ComingSwap({ change }: { change: NonNullable<Order['swapChange']> }) {
  const locale = localeTag();
  const points = (text: string) => inSentence(signedText(text), locale);
  const time = zonedTimeText(change.fromMs);
  return (
    <div className={styles.spaced} data-part="swap-change">
      <Banner kind="warn">
        {t('order.swapComing', { time, before: points(change.before), after: points(change.after) })}
      </Banner>
    </div>
  );
}
