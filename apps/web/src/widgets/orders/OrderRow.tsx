import { memo } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { toTicks } from '../../data/instruments.ts';
import { endedUnfilled, hasEnded, type Order } from '../../data/order.ts';
import { type OpenOrder, tapView } from '../../data/shown-order.ts';
import { pipsText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { clockText, dayClockText } from '../../format/time-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Price } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { SwipeRow } from '../../ui/SwipeRow.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { useSlowQuote } from '../live-quote.ts';
import { LinkTag } from './LinkTag.tsx';
import styles from './OrderRow.module.css';
import { closeView, isDivisible, orderShortcuts, viewByKey } from './order-keys.ts';
import {
  endText,
  liveWhile,
  OrderLogo,
  OrderNow,
  OrderProfit,
  SideTag,
  useOrderMark,
  useOrderPips,
} from './order-parts.tsx';

export interface OrderRowProps {
  readonly order: Order;
  readonly facts: InstrumentFacts | undefined;
  readonly onOpen: (open: OpenOrder) => void;
}

/** Order row: logo, code, side and lots; entry › current price; profit and pips; SL/TP tags (DESIGN 4). */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, facts, onOpen } = props;
  if (order.status !== 'open') return <RowButton {...props} />;
  const isWhole = !isDivisible(order, facts);
  return (
    <SwipeRow
      label={t('order.rowKeys', { code: order.showCode })}
      keys={[
        {
          icon: 'close',
          label: t('order.closeShort'),
          isMain: true,
          run: () => onOpen({ order, view: closeView(order) }),
        },
        { icon: 'half', label: t('order.half'), isOff: isWhole, run: () => onOpen({ order, view: 'half' }) },
        { icon: 'target', label: t('trade.stops'), run: () => onOpen({ order, view: 'stop' }) },
      ]}
    >
      <RowButton {...props} />
    </SwipeRow>
  );
});

function RowButton({ order, facts, onOpen }: OrderRowProps) {
  const isPending = order.status === 'pending';
  const isOver = hasEnded(order);
  return (
    <button
      type="button"
      className={styles.row}
      data-testid="order-row"
      data-id={order.id}
      {...useOrderMark(order)}
      aria-keyshortcuts={order.status === 'open' ? orderShortcuts : undefined}
      onClick={() => onOpen({ order, view: tapView(order) })}
      onKeyDown={(event) => {
        const view = viewByKey(event, order, facts);
        if (view !== null) onOpen({ order, view });
      }}
    >
      <span className={styles.logo}>
        <OrderLogo order={order} facts={facts} size={36} />
      </span>
      <span className={styles.texts}>
        <span className={styles.firstLine} data-part="order-line">
          <b className={figuresStyles.number}>{order.showCode}</b>
          <SideTag order={order} />
        </span>
        <span className={styles.secondLine}>
          {isPending ? <PendingFacts order={order} /> : <FromTo order={order} isOver={isOver} />}
        </span>
      </span>
      <span className={styles.value}>
        {isPending ? (
          <PendingValue order={order} facts={facts} />
        ) : isOver ? (
          <OverValue order={order} />
        ) : (
          <HoldingValue order={order} facts={facts} />
        )}
      </span>
      <StopTags order={order} isOver={isOver} />
    </button>
  );
}

function FromTo({ order, isOver }: { order: Order; isOver: boolean }) {
  if (endedUnfilled(order)) return <PendingFacts order={order} />;
  return (
    <>
      <span className={figuresStyles.number}>{groupDigits(order.entryPrice)}</span>
      <Icon name="next" size={13} className={listRowStyles.chevron} />
      <span
        className={cx(
          isOver ? figuresStyles.number : cx(figuresStyles.number, typographyStyles.strong),
          !isOver && styles.current,
        )}
      >
        <OrderNow order={order} />
      </span>
    </>
  );
}

function PendingFacts({ order }: { order: Order }) {
  const zone = useSettings((settings) => settings.chartZone);
  const kind = order.kind === 'stop' ? t('order.stop') : t('order.limit');
  return <span>{`${kind} · ${dayClockText(order.placedAtMs, zone, localeTag(), false)}`}</span>;
}

function HoldingValue({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const pips = useOrderPips(order, facts);
  return (
    <>
      <OrderProfit order={order} />
      <p>
        <span className={cx(figuresStyles.number, liveWhile(order))}>{plural('trade.pips', pips.text)}</span>
      </p>
    </>
  );
}

function PendingValue({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const quote = useSlowQuote(facts?.id ?? null, 500);
  const digits = facts?.spec.digits ?? 2;
  const sides = toTicks(quote, digits);
  const target = Math.round(Number(order.entryPrice) * 10 ** digits);
  const now = sides === null ? null : order.side === 'buy' ? sides.ask : sides.bid;
  const pips =
    now === null || facts === undefined ? missing : pipsText(Math.abs(target - now), facts.spec.pipTicks, false);
  return (
    <>
      <Price text={order.entryPrice} digits={digits} className={figuresStyles.inRow} />
      <p className={cx(figuresStyles.number, figuresStyles.live)}>
        {t('order.pipsAway', { pips: plural('trade.pips', pips) })}
      </p>
    </>
  );
}

function OverValue({ order }: { order: Order }) {
  const zone = useSettings((settings) => settings.chartZone);
  const time = clockText(order.endedAtMs ?? order.placedAtMs, zone, localeTag());
  return (
    <>
      {endedUnfilled(order) ? (
        <span className={cx(badgeStyles.badge, badgeStyles.mute)} data-part="badge">
          {endText(order)}
        </span>
      ) : (
        <OrderProfit order={order} />
      )}
      <p className={figuresStyles.number}>{time}</p>
    </>
  );
}

function StopTags({ order, isOver }: { order: Order; isOver: boolean }) {
  const reason = order.status === 'closed' ? endText(order) : null;
  const stopLoss = isOver ? null : order.stopLoss;
  const takeProfit = isOver ? null : order.takeProfit;
  const isWaiting = order.waitingCloseLots !== null;
  const isLinked = order.status === 'pending' && order.linkedId !== null;
  if (reason === null && stopLoss === null && takeProfit === null && !isWaiting && !isLinked) return null;
  return (
    <span className={styles.stops}>
      {reason === null ? null : (
        <span className={styles.stop} data-part="stop-tag">
          {reason}
        </span>
      )}
      {isWaiting ? (
        <span className={styles.stop} data-part="stop-tag">
          {t('order.closeWaiting')}
        </span>
      ) : null}
      {isLinked ? <LinkTag /> : null}
      {stopLoss === null ? null : (
        <span className={styles.stop} data-part="stop-tag">
          <b>{t('order.sl')}</b>
          <span className={figuresStyles.number}>{groupDigits(stopLoss)}</span>
        </span>
      )}
      {takeProfit === null ? null : (
        <span className={styles.stop} data-part="stop-tag">
          <b>{t('order.tp')}</b>
          <span className={figuresStyles.number}>{groupDigits(takeProfit)}</span>
        </span>
      )}
    </span>
  );
}
