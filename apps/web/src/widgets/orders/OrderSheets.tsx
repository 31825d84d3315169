import { useEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useTrading } from '../../data/live.ts';
import { hasEnded, type Order } from '../../data/order.ts';
import { cancelOrder } from '../../data/orders.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { showToast, useToast } from '../../ui/toast.ts';
import { toastAnswer } from '../toast-error.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { EditStopsSheet } from './EditStopsSheet.tsx';
import { FillCard } from './FillCard.tsx';
import { OrderDetailSheet } from './OrderDetailSheet.tsx';
import type { OrderLists } from './order-presence.ts';
import { orderPresence } from './order-presence.ts';
import { PositionSheet } from './PositionSheet.tsx';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { ResultCard } from './ResultCard.tsx';
import { StopOutSheet } from './StopOutSheet.tsx';
import { useOrderList } from './use-order-list.ts';

const TradeSheet = lazyComponent(() => import('./TradeSheet.tsx'), 'TradeSheet');
const EditOrderSheet = lazyComponent(() => import('./EditOrderSheet.tsx'), 'EditOrderSheet');
const LinkOrderSheet = lazyComponent(() => import('./LinkOrderSheet.tsx'), 'LinkOrderSheet');

export interface OrderSheetsProps {
  readonly open: OpenOrder;
  readonly facts: InstrumentFacts | undefined;
  readonly onChange: (open: OpenOrder | null) => void;
}

/**
 * Open sheets of one order. They close if the order is closed or cancelled elsewhere; a pending order that fills
 * continues as the position it has become (R-SOC-07).
 */
export function OrderSheets({ open, facts, onChange }: OrderSheetsProps) {
  const { order: opened, view } = open;
  const holding = useOrderList('holding');
  const own = useOrderList(opened.status === 'pending' ? 'pending' : 'holding');
  const isEnding = useRef(false);
  // A list that was loaded before the close still holds it as open.
  const order = hasEnded(opened) ? opened : (own.orders.find((one) => one.id === opened.id) ?? opened);
  const close = () => onChange(null);
  const show = (next: OpenOrder['view']) => onChange({ order, view: next });
  const sent = () => {
    isEnding.current = true;
  };
  const lists = { own: own.orders, holding: holding.orders, isHoldingLoading: holding.query.isFetching };
  useLeft(opened, lists, (held) => {
    if (held !== null) return onChange({ order: held, view: 'detail' });
    close();
    // In a list with more pages, the order may have moved to a page that is not loaded; after a logout all lists are
    // empty.
    const isOver = own.query.data !== undefined && !own.query.hasNextPage;
    if (isOver && !isEnding.current) reportGone(opened);
  });

  if (view === 'cancel') return <CancelDialog order={order} onSend={sent} onClose={close} />;
  if (view === 'receipt') {
    const { act, card } = open;
    const leave = act === undefined || card === undefined ? close : () => onChange({ order, view: card, act });
    return <ReceiptSheet order={order} onClose={leave} />;
  }
  if (view === 'trade') return <TradeSheet order={order} facts={facts} onClose={close} />;
  if (view === 'why') return <StopOutSheet order={order} onClose={close} onReceipt={() => show('receipt')} />;
  if (view === 'link') return <LinkOrderSheet order={order} onDone={() => show('detail')} />;
  if (view === 'edit' && facts !== undefined)
    return <EditOrderSheet order={order} facts={facts} onDone={() => show('detail')} />;
  if ((view === 'stops' || view === 'stop') && facts !== undefined) {
    const { stopStart } = open;
    const isSuggested = view === 'stop';
    return (
      <EditStopsSheet order={order} facts={facts} suggestsStop={isSuggested} stopStart={stopStart} onClose={close} />
    );
  }
  if (view === 'position' && facts !== undefined && order.status === 'open')
    return <PositionSheet order={order} facts={facts} onSend={sent} onClose={close} onView={show} />;
  if ((view === 'close' || view === 'half' || view === 'wait') && facts !== undefined) {
    const begin = { isHalf: view === 'half', isRefused: view === 'wait' };
    return <CloseDialog order={order} facts={facts} {...begin} onSend={sent} onClose={close} />;
  }
  if (open.act !== undefined && facts !== undefined) {
    const card = { order, facts, act: open.act, onClose: close, onShow: onChange };
    if (view === 'filled') return <FillCard {...card} />;
    if (view === 'result') return <ResultCard {...card} />;
  }
  return <OrderDetailSheet order={order} facts={facts} onClose={close} onView={show} />;
}

/** Reports that the order is gone; does not replace a notice with the reason, such as a stop-out. */
function reportGone({ status }: Order): void {
  const kind = useToast.getState().message?.kind;
  if (kind === 'bad' || (status === 'pending' && kind === 'warn')) return;
  showToast('warn', status === 'pending' ? t('order.noLongerPending') : t('order.closedByServer'));
}

/** Calls back once when an order has left its list, with the position that it has become, if any. */
function useLeft(opened: Order, lists: OrderLists, onLeft: (held: Order | null) => void): void {
  const wasListed = useRef(false);
  const presence = orderPresence(opened, lists);
  useEffect(() => {
    if (hasEnded(opened)) return;
    if (presence === 'listed') wasListed.current = true;
    else if (wasListed.current && presence !== 'unknown') onLeft(presence === 'gone' ? null : presence.held);
  });
}

function CancelDialog({ order, onSend, onClose }: { order: Order; onSend: () => void; onClose: () => void }) {
  const { isPaused } = useTrading();
  return (
    <Dialog
      title={t('order.cancelTitle')}
      safeLabel={t('order.keep')}
      label={isPaused ? t('trade.paused') : t('order.cancel')}
      isOff={isPaused}
      kind="danger"
      onClose={onClose}
      onConfirm={async () => {
        onSend();
        await toastAnswer(cancelOrder(order.id));
      }}
    >
      <p>
        {t('order.cancelText', {
          code: order.showCode,
          lots: order.lots,
          price: groupDigits(order.entryPrice),
        })}
      </p>
    </Dialog>
  );
}
