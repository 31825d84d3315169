import { formatPrice, parsePrice, toPrice } from '@candor/domain/values/price';
import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { setStops } from '../../data/orders.ts';
import type { StopChange } from '../../data/stop-levels.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import type { DealContext } from '../deal-context.ts';
import { useDealContext } from '../deal-context.ts';
import { RiskReward, StopCard } from '../StopCard.tsx';
import type { StopKind } from '../stop-units.ts';
import { toastError } from '../toast-error.ts';
import styles from './OrderSheets.module.css';
import { orderLots, orderProfit } from './order-figures.ts';
import { OrderNow, OrderProfit, useOrderMark } from './order-parts.tsx';
import { TrailingSwitch } from './TrailingSwitch.tsx';

type Levels = Readonly<Record<StopKind, number | null>>;

/** Moves, sets or removes stop-loss and take-profit of an order; "off" is sent as 0 (R-SCR-05). */
export function EditStopsSheet({
  order,
  facts,
  suggestsStop = false,
  stopStart,
  onClose,
}: {
  order: Order;
  facts: InstrumentFacts;
  /** True to begin with a stop-loss at its suggested level if the order has none. */
  suggestsStop?: boolean;
  /** Level of a stop-loss to begin with, in ticks; absent for that of the order. */
  stopStart?: number | undefined;
  onClose: () => void;
}) {
  const { digits } = facts.spec;
  const { context, levels, wrong, unusable, isBusy, save, setLevel, setUnusable, trailing } = useStopEdits(
    order,
    facts,
    { suggestsStop, stopStart },
  );
  const moved = (level: number | null) => movedFromOpen(order, level, digits);
  return (
    <Sheet
      title={t('order.editStops')}
      label={t('order.editStops')}
      onClose={onClose}
      renderFooter={(close) => (
        // Another button: a press that began on the one that was off must not save what leaving the field restored.
        <SaveButton key={unusable} context={context} wrong={wrong} isBusy={isBusy} onSave={() => void save(close)} />
      )}
    >
      <Head order={order} />
      <div className={cx(layoutStyles.column, styles.fields)}>
        {(['stopLoss', 'takeProfit'] as const).map((kind) => (
          <LevelCard
            key={kind}
            kind={kind}
            order={order}
            facts={facts}
            context={context}
            level={levels[kind]}
            onLevel={(level) => setLevel(kind, level)}
            onUnusable={(isUnusable) => setUnusable(isUnusable ? kind : null)}
          />
        ))}
        <TrailingSwitch
          isOn={trailing.isOn}
          distance={trailing.distance}
          pipTicks={facts.spec.pipTicks}
          onChange={trailing.set}
        />
        {wrong !== null ? null : <RiskReward risk={-moved(levels.stopLoss)} reward={moved(levels.takeProfit)} />}
      </div>
    </Sheet>
  );
}

function SaveButton({
  context,
  wrong,
  isBusy,
  onSave,
}: {
  context: DealContext;
  wrong: StopKind | null;
  isBusy: boolean;
  onSave: () => void;
}) {
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, isBusy && buttonStyles.busy)}
      disabled={wrong !== null || !context.isConnected || context.isPaused}
      aria-busy={isBusy}
      onKeyDown={pressOnce}
      onClick={onSave}
    >
      {isBusy ? <i className={buttonStyles.spinner} /> : null}
      {context.isPaused
        ? t('trade.paused')
        : wrong === null
          ? t('common.save')
          : t('trade.checkField', { field: t(`trade.${wrong}`) })}
    </button>
  );
}

/** Levels that are being edited, the one that cannot be used, and their saving. */
function useStopEdits(
  order: Order,
  facts: InstrumentFacts,
  { suggestsStop, stopStart }: { readonly suggestsStop: boolean; readonly stopStart: number | undefined },
) {
  const { digits } = facts.spec;
  const context = useDealContext(facts);
  // Levels that the user has not changed here follow the order, which may be moving on the chart.
  const [edits, setEdits] = useState<Partial<Levels>>(() => {
    if (stopStart !== undefined) return { stopLoss: stopStart };
    return suggestsStop && order.stopLoss === null ? { stopLoss: startLevel(order, 'stopLoss', context, facts) } : {};
  });
  const levels: Levels = {
    stopLoss: parsePrice(order.stopLoss ?? '', digits),
    takeProfit: parsePrice(order.takeProfit ?? '', digits),
    ...edits,
  };
  const [unusable, setUnusable] = useState<StopKind | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wrong =
    unusable ??
    (['stopLoss', 'takeProfit'] as const).find((kind) => isWrongSide(order, kind, levels[kind], context)) ??
    null;
  const setLevel = (kind: StopKind, level: number | null) => setEdits((before) => ({ ...before, [kind]: level }));
  const trailing = useTrailing(order, levels.stopLoss, context, facts);
  const set = (isOn: boolean) => {
    trailing.set(isOn);
    if (isOn && levels.stopLoss === null) setLevel('stopLoss', startLevel(order, 'stopLoss', context, facts));
  };

  async function save(close: () => void): Promise<void> {
    if (isBusy || unusable !== null) return;
    setBusy(true);
    try {
      const change = { ...toChange(edits, digits), ...trailing.change(edits.stopLoss !== undefined) };
      showToast('ok', await setStops(order, change));
      close();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return { context, levels, wrong, unusable, isBusy, save, setLevel, setUnusable, trailing: { ...trailing, set } };
}

/** Choice of a trailing stop, with the distance that the levels on the screen give it. */
function useTrailing(order: Order, stopLoss: number | null, context: DealContext, { spec }: InstrumentFacts) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOn = stopLoss !== null && (choice ?? order.trailingDistance !== null);
  const reference = order.status === 'open' ? testedPrice(order, context) : parsePrice(order.entryPrice, spec.digits);
  const distance = stopLoss === null || reference === null ? null : Math.abs(reference - stopLoss);
  /** A stop that only goes on following is not mentioned: its level here may be older than the server's. */
  function change(isStopMoved: boolean): StopChange {
    if (!isOn) return choice === false && order.trailingDistance !== null ? { trailingDistance: '0' } : {};
    const isNew = order.trailingDistance === null || isStopMoved;
    return isNew && distance !== null ? { trailingDistance: toText(distance, spec.digits) } : {};
  }
  return { isOn, distance, set: setChoice, change };
}

function Head({ order }: { order: Order }) {
  return (
    <div
      className={cx(layoutStyles.apart, typographyStyles.extraSmall, typographyStyles.tertiary, styles.range)}
      {...useOrderMark(order)}
    >
      <span>
        {t('order.openShort')}{' '}
        <b className={cx(figuresStyles.number, typographyStyles.secondary)}>{groupDigits(order.entryPrice)}</b>
      </span>
      {order.status === 'open' ? (
        <>
          <span>
            {t('order.now')}{' '}
            <b className={cx(figuresStyles.number, typographyStyles.secondary)}>
              <OrderNow order={order} />
            </b>
          </span>
          <span>
            {t('order.profitShort')}{' '}
            <b>
              <OrderProfit order={order} short />
            </b>
          </span>
        </>
      ) : null}
    </div>
  );
}

interface LevelCardProps {
  readonly kind: StopKind;
  readonly order: Order;
  readonly facts: InstrumentFacts;
  readonly context: DealContext;
  readonly level: number | null;
  readonly onLevel: (level: number | null) => void;
  readonly onUnusable: (isUnusable: boolean) => void;
}

function LevelCard({ kind, order, facts, context, level, onLevel, onUnusable }: LevelCardProps) {
  const { spec } = facts;
  const lots = orderLots(order, spec);
  const money = level === null || lots === null ? null : orderProfit(order, spec, lots, level, context.rate);
  const entry = parsePrice(order.entryPrice, spec.digits);
  return (
    <StopCard
      isLarge
      kind={kind}
      spec={spec}
      base={entry === null ? null : { spec, side: order.side, lots, entry, rate: context.rate }}
      level={level}
      figures={level === null ? null : { ticks: movedFromOpen(order, level, spec.digits), money }}
      currency={context.currency}
      isWrongSide={isWrongSide(order, kind, level, context)}
      startLevel={() => startLevel(order, kind, context, facts)}
      onLevel={onLevel}
      onUnusable={onUnusable}
    />
  );
}

function toChange({ stopLoss, takeProfit }: Partial<Levels>, digits: number): StopChange {
  return {
    ...(stopLoss === undefined ? {} : { stopLoss: toText(stopLoss, digits) }),
    ...(takeProfit === undefined ? {} : { takeProfit: toText(takeProfit, digits) }),
  };
}

function toText(level: number | null, digits: number): string {
  return level === null ? '0' : formatPrice(toPrice(level), digits);
}

/** Ticks from the entry, positive in the order's direction. */
function movedFromOpen(order: Order, level: number | null, digits: number): number {
  const open = parsePrice(order.entryPrice, digits);
  if (level === null || open === null) return 0;
  return order.side === 'buy' ? level - open : open - level;
}

/** Price at which a stop is tested: that of the closing side. */
function testedPrice(order: Order, context: DealContext): number | null {
  if (context.sides === null) return null;
  return order.side === 'buy' ? context.sides.bid : context.sides.ask;
}

function liesAbove(order: Order, kind: StopKind): boolean {
  return (kind === 'takeProfit') === (order.side === 'buy');
}

function isWrongSide(order: Order, kind: StopKind, level: number | null, context: DealContext): boolean {
  const tested = testedPrice(order, context);
  if (level === null || tested === null) return false;
  return liesAbove(order, kind) ? level <= tested : level >= tested;
}

function startLevel(order: Order, kind: StopKind, context: DealContext, facts: InstrumentFacts): number {
  const tested = testedPrice(order, context) ?? parsePrice(order.entryPrice, facts.spec.digits) ?? 1;
  const { pipTicks } = facts.spec;
  const distance = (tested * (kind === 'takeProfit' ? 50 : 25)) / 10_000;
  const level = liesAbove(order, kind) ? tested + distance : tested - distance;
  return Math.max(pipTicks, Math.round(level / pipTicks) * pipTicks);
}
