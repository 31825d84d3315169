import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { costText, directionOf, pipsText, signedText } from '../../format/number-text.ts';
import { durationText } from '../../format/time-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import layoutStyles from '../../ui/layout.module.css';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { movedTicks, netResult } from './order-figures.ts';
import { OrderLogo, SideTag } from './order-parts.tsx';
import { TradeChart } from './TradeChart.tsx';
import { TradeNotes } from './TradeNotes.tsx';
import styles from './TradeSheet.module.css';

export interface TradeSheetProps {
  readonly order: Order;
  readonly facts: InstrumentFacts | undefined;
  readonly onClose: () => void;
}

/** A closed order on its chart, with the note and tags that its owner wrote (R-JRN-06, R-JRN-07). */
export function TradeSheet({ order, facts, onClose }: TradeSheetProps) {
  const net = order.costs?.net ?? netResult(order);
  const parts = [
    [t('order.gross'), signedText(order.profit)],
    [t('trade.fee'), costText(order.fee)],
    [t('order.swap'), signedText(order.swap)],
  ] as const;
  return (
    <Sheet
      label={`${t('journal.onChart')} · ${order.showCode}`}
      height="92%"
      onClose={onClose}
      title={
        <span className={cx(layoutStyles.row, styles.title)}>
          <OrderLogo order={order} facts={facts} size={30} />
          <span className={sheetStyles.code}>{order.showCode}</span>
          <SideTag order={order} />
        </span>
      }
    >
      <div className={styles.head}>
        <div>
          <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>{t('order.net')}</p>
          <p className={cx(styles.net, figuresStyles.number, directionClass[directionOf(net)])}>{signedText(net)}</p>
        </div>
        <p className={cx(styles.about, typographyStyles.small, typographyStyles.secondary)}>{aboutOf(order, facts)}</p>
      </div>
      {facts === undefined ? null : <TradeChart order={order} facts={facts} />}
      <dl className={styles.parts}>
        {parts.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={figuresStyles.number}>{figure}</dd>
          </div>
        ))}
      </dl>
      <TradeNotes orderId={order.id} />
    </Sheet>
  );
}

/** "+13.2 pips · held 1 day 22 hr". */
function aboutOf(order: Order, facts: InstrumentFacts | undefined): string {
  const ticks = facts === undefined ? null : movedTicks(order, order.markPrice, facts.spec.digits);
  const heldMs = (order.endedAtMs ?? 0) - (order.openedAtMs ?? order.endedAtMs ?? 0);
  const held = t('order.heldFor', { time: durationText(heldMs, localeTag()) });
  if (ticks === null || facts === undefined) return held;
  return `${plural('trade.pips', pipsText(ticks, facts.spec.pipTicks))} · ${held}`;
}
