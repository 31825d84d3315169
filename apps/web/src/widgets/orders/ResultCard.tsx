import { useBalanceChange } from '../../data/funds.ts';
import type { Order } from '../../data/order.ts';
import { balanceText, directionOf, pipsText, signedExactText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { dayClockText, durationText } from '../../format/time-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Tailed } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import styles from './ActCards.module.css';
import { BeforeAfter, betterTicks, Row, Slippage, Zoned } from './act-rows.tsx';
import type { ActCardProps } from './FillCard.tsx';
import { movedTicks, netResult } from './order-figures.ts';
import { OrderLogo, SideTag } from './order-parts.tsx';
import { ReceiptLine } from './ReceiptLine.tsx';
import { ResultParts } from './ResultParts.tsx';

/** Card of a close, in place of its dialog: net result with its parts, time held, balance, receipt (R-JRN-02). */
export function ResultCard({ order, facts, act, onClose, onShow }: ActCardProps) {
  const net = order.costs?.net ?? netResult(order);
  const title = act.rest === null ? t('order.closed') : t('order.partClosed');
  return (
    <Sheet
      label={`${title} · ${order.showCode}`}
      title={
        <span className={cx(layoutStyles.row, styles.title)}>
          <OrderLogo order={order} facts={facts} size={30} />
          <span>{title}</span>
          <SideTag order={order} />
        </span>
      }
      onClose={onClose}
      renderFooter={(close) => (
        <div className={buttonStyles.buttons}>
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.secondary)}
            data-testid="act-note"
            onClick={() => onShow({ order, view: 'trade' })}
          >
            <Icon name="edit" size={18} />
            {t('journal.addNote')}
          </button>
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.primary)}
            data-testid="act-done"
            onClick={close}
          >
            {t('order.done')}
          </button>
        </div>
      )}
    >
      <div className={styles.head} data-testid="result-card">
        <p className={cx(typographyStyles.small, typographyStyles.secondary)}>{t('order.net')}</p>
        <p className={cx(styles.net, directionClass[directionOf(net)])}>
          <Tailed number={signedExactText(net)} />
        </p>
        <p className={cx(typographyStyles.small, typographyStyles.secondary)}>
          {summary(order, movedTicks(order, order.markPrice, facts.spec.digits), facts.spec.pipTicks, act.rest)}
        </p>
      </div>
      <ResultParts order={order} facts={facts} />
      <CloseRows order={order} facts={facts} act={act} />
      {order.receiptIds.length === 0 ? null : (
        <ReceiptLine order={order} onOpen={() => onShow({ order, view: 'receipt', act, card: 'result' })} />
      )}
    </Sheet>
  );
}

/** Pips, time held, and the lots that stay open: "+16.5 pips · held 2 hr 6 min". */
function summary(order: Order, ticks: number | null, pipTicks: number, rest: string | null): string {
  const heldMs = (order.endedAtMs ?? 0) - (order.openedAtMs ?? 0);
  return [
    ticks === null ? null : plural('trade.pips', pipsText(ticks, pipTicks)),
    t('order.heldFor', { time: durationText(heldMs, localeTag()) }),
    rest === null ? null : t('order.restOpen', { lots: rest }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function CloseRows({ order, facts, act }: Pick<ActCardProps, 'order' | 'facts' | 'act'>) {
  const zone = useSettings((settings) => settings.chartZone);
  const { data: balance } = useBalanceChange(order);
  const better = betterTicks(order.markPrice, act.shown, order.side === 'sell', facts.spec.digits);
  return (
    <dl className={cx(styles.rows, figuresStyles.inText)}>
      <Row label={t('order.closePrice')}>
        <span className={figuresStyles.number}>{groupDigits(order.markPrice)}</span>
        {act.shown === null ? null : (
          <span className={styles.zone}> {t('order.shown', { price: groupDigits(act.shown) })}</span>
        )}
      </Row>
      {better === null ? null : <Slippage order={order} facts={facts} better={better} />}
      {balance === null || balance === undefined ? null : (
        <Row label={t('account.balance')}>
          <BeforeAfter before={balanceText(balance.before)} after={balanceText(balance.after)} />
        </Row>
      )}
      <Row label={t('order.closeTime')}>
        {order.endedAtMs === null ? null : <Zoned text={dayClockText(order.endedAtMs, zone, localeTag())} />}
      </Row>
    </dl>
  );
}
