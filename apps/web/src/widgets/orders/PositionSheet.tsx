import { formatMoney } from '@candor/domain/values/money';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { balanceText, signedText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Price } from '../../ui/Figures.tsx';
import layoutStyles from '../../ui/layout.module.css';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { type DealContext, useDealContext } from '../deal-context.ts';
import { ComingSwap } from './ComingSwap.tsx';
import { OrderLogo, OrderProfit, ProfitText, SideTag, useOrderMark } from './order-parts.tsx';
import styles from './PositionSheet.module.css';
import { type PositionActs, positionActs } from './position-acts.ts';
import { ActRow, AddStopRow, Amount, BreakEvenRow, HalfRow, TrailingRow } from './position-rows.tsx';
import { type Deeds, type PositionSheetProps, useKeys, usePositionDeeds } from './use-position-deeds.ts';
import { useUsualStop } from './usual-stop.ts';

/**
 * Acts on an open position, each with what it would realise now: close, close half, the stop that it lacks, stop to
 * break-even, trailing stop, reverse, edit the stops (R-SCR-72). Keys: X, H, E, T, R.
 */
export function PositionSheet({ order, facts, onSend, onClose, onView }: PositionSheetProps) {
  const context = useDealContext(facts);
  const staleMark = useOrderMark(order);
  const level = context.sides === null ? null : order.side === 'buy' ? context.sides.bid : context.sides.ask;
  const acts = positionActs(order, facts.spec, { level, rate: context.rate, feeType: context.feeType });
  const stop = useUsualStop(order, facts);
  // The row stays once its stop is set: no other act moves to its place under the finger.
  const [lackedStop] = useState(order.stopLoss === null);
  const deeds = usePositionDeeds({ order, facts, onSend, onClose, onView }, context, acts, stop);
  useKeys(deeds.isAsking ? {} : deeds.byKey);
  if (deeds.isAsking && acts !== null)
    return <ReverseDialog order={order} facts={facts} acts={acts} context={context} deeds={deeds} />;
  return (
    <Sheet
      label={order.showCode}
      onClose={onClose}
      title={
        <span className={cx(layoutStyles.row, styles.title)}>
          <OrderLogo order={order} facts={facts} size={30} />
          <span className={sheetStyles.code}>{order.showCode}</span>
          <SideTag order={order} />
        </span>
      }
      renderFooter={() => <CloseButton order={order} facts={facts} acts={acts} context={context} deeds={deeds} />}
    >
      <div {...staleMark}>
        <Head order={order} profit={acts === null ? null : formatMoney(acts.profit)} />
        {order.swapChange === null ? null : <ComingSwap change={order.swapChange} />}
        <div className={styles.group}>
          {lackedStop ? <AddStopRow order={order} stop={stop} deeds={deeds} /> : null}
          <HalfRow facts={facts} acts={acts} deeds={deeds} />
          <BreakEvenRow order={order} facts={facts} act={acts?.breakEven ?? { state: 'none' }} deeds={deeds} />
          <TrailingRow order={order} facts={facts} level={level} deeds={deeds} />
          <ActRow
            id="position-reverse"
            icon="reverse"
            name={t('order.reverse')}
            text={
              acts === null
                ? missing
                : t(order.side === 'buy' ? 'order.reverseToSell' : 'order.reverseToBuy', {
                    lots: order.lots,
                    fee: balanceText(formatMoney(acts.reverseFee)),
                  })
            }
            end={<Amount money={acts?.profit ?? null} />}
            isOff={acts === null || !deeds.canDeal}
            onPress={deeds.askReverse}
          />
          <ActRow
            id="position-stops"
            icon="target"
            name={t('order.editStops')}
            text={t('order.editHint')}
            isOff={false}
            onPress={() => onView('stops')}
          />
          <ActRow
            id="position-details"
            icon="details"
            name={t('order.details')}
            text={[t('order.time'), t('order.id'), t('receipt.title')].join(' · ')}
            isOff={false}
            onPress={() => onView('detail')}
          />
        </div>
      </div>
    </Sheet>
  );
}

/** The profit is that of the acts, at one price with them; without one, the last that the server said. */
function Head({ order, profit }: { order: Order; profit: string | null }) {
  return (
    <div className={styles.head}>
      <div>
        <p className={cx(typographyStyles.small, typographyStyles.secondary)}>{t('account.profit')}</p>
        <span className={styles.profit}>
          {profit === null ? <OrderProfit order={order} /> : <ProfitText order={order} shown={profit} />}
        </span>
      </div>
      <dl className={cx(styles.levels, figuresStyles.number)}>
        <dt>{t('order.openShort')}</dt>
        <dd>{groupDigits(order.entryPrice)}</dd>
        <dt>{t('order.sl')}</dt>
        <dd>{order.stopLoss === null ? '—' : groupDigits(order.stopLoss)}</dd>
        <dt>{t('order.tp')}</dt>
        <dd>{order.takeProfit === null ? '—' : groupDigits(order.takeProfit)}</dd>
      </dl>
    </div>
  );
}

interface ActingProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
  readonly acts: PositionActs | null;
  readonly context: DealContext;
  readonly deeds: Deeds;
}

function CloseButton({ order, facts, acts, context, deeds }: ActingProps) {
  const profit = acts === null ? null : formatMoney(acts.profit);
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, deeds.isBusy && buttonStyles.busy)}
      disabled={!deeds.canDeal && !deeds.isBusy}
      aria-busy={deeds.isBusy}
      data-testid="position-close"
      onKeyDown={pressOnce}
      onClick={deeds.close}
    >
      {deeds.isBusy ? <i className={buttonStyles.spinner} /> : null}
      {context.isPaused ? (
        t('trade.paused')
      ) : acts === null || profit === null ? (
        t('order.close')
      ) : (
        <CloseWords lots={order.lots} level={acts.level} digits={facts.spec.digits} profit={profit} />
      )}
    </button>
  );
}

const priceHole = '⟦p⟧';

/** "Close 0.20 at 1.15283 · +3.40", in the order of the language. */
function CloseWords({ lots, level, digits, profit }: { lots: string; level: number; digits: number; profit: string }) {
  const [before, after] = t('order.closeAt', { lots, price: priceHole }).split(priceHole);
  return (
    <span>
      {before}
      <bdi>
        <Price text={formatPrice(toPrice(level), digits)} digits={digits} />
      </bdi>
      {after}
      {' · '}
      <bdi className={figuresStyles.number}>{signedText(profit)}</bdi>
    </span>
  );
}

function ReverseDialog({ order, facts, acts, context, deeds }: ActingProps & { readonly acts: PositionActs }) {
  const { spec } = facts;
  const values = {
    lots: plural('trade.lotsOf', order.lots),
    price: groupDigits(formatPrice(acts.level, spec.digits)),
    profit: `${signedText(formatMoney(acts.profit))} ${context.currency}`,
    fee: `${balanceText(formatMoney(acts.reverseFee))} ${context.currency}`,
  };
  return (
    <Dialog
      title={t('order.reverseTitle', { code: spec.showCode })}
      safeLabel={t('order.keepOpen')}
      label={context.isPaused ? t('trade.paused') : t('order.reverse')}
      isOff={context.isPaused}
      onClose={deeds.stay}
      onConfirm={deeds.reverse}
    >
      <p>{t(order.side === 'buy' ? 'order.reverseBuy' : 'order.reverseSell', values)}</p>
    </Dialog>
  );
}
