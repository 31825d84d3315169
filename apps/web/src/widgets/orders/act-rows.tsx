import { calculateProfit } from '@candor/domain/calc/order-formulas';
import { formatMoney } from '@candor/domain/values/money';
import { parsePrice } from '@candor/domain/values/price';
import type { ReactNode } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { inSentence, pipsText, signedText } from '../../format/number-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import { useDealContext } from '../deal-context.ts';
import styles from './ActCards.module.css';
import { orderLots } from './order-figures.ts';

export function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={keyValueStyles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Ticks by which the price got is better than the one on the screen, negative if worse; null without both. */
export function betterTicks(got: string, shown: string | null, isBuying: boolean, digits: number): number | null {
  const [price, seen] = [parsePrice(got, digits), parsePrice(shown ?? '', digits)];
  if (price === null || seen === null) return null;
  return isBuying ? seen - price : price - seen;
}

/** Difference between the price on the screen and the one got, in pips and in money (R-JRN-02). */
export function Slippage({ order, facts, better }: { order: Order; facts: InstrumentFacts; better: number }) {
  const { rate } = useDealContext(facts);
  const { spec } = facts;
  if (better === 0) return <Row label={t('order.slippage')}>{t('trade.asShown')}</Row>;
  const pips = plural('trade.pips', pipsText(Math.abs(better), spec.pipTicks, false));
  const lots = orderLots(order, spec);
  const money =
    rate === null || lots === null
      ? null
      : formatMoney(calculateProfit(spec, 'buy', lots, 0 as never, better as never, rate));
  const text = better > 0 ? t('order.better', { pips }) : t('order.worse', { pips });
  return (
    <Row label={t('order.slippage')}>
      <span className={directionClass[better > 0 ? 'up' : 'down']}>
        {money === null ? text : `${text} · ${inSentence(signedText(money), localeTag())}`}
      </span>
    </Row>
  );
}

/** A figure before and after: "4,998.60 › 5,031.60"; alone if the one before is null, as on an account that has just begun. */
export function BeforeAfter({ before, after }: { before: string | null; after: string }) {
  return (
    <span className={cx(figuresStyles.number, styles.beforeAfter)}>
      {before === null ? null : (
        <>
          <span className={styles.before}>{before}</span>
          <Icon name="next" size={12} />
        </>
      )}
      {after}
    </span>
  );
}

/** A time with the name of its zone. */
export function Zoned({ text }: { text: string }) {
  const zone = useSettings((settings) => settings.chartZone);
  return (
    <>
      {text} <span className={styles.zone}>{zoneText(zone)}</span>
    </>
  );
}
