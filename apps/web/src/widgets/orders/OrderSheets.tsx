import { useEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useTrading } from '../../data/live.ts';
import { hasEnded, type Order } from '../../data/order.ts';
import { cancelOrder } from '../../data/orders.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast, useToast } from '../../ui/toast.ts';
import { toastAnswer } from '../toast-error.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { EditStopsSheet } from './EditStopsSheet.tsx';
import { OrderDetailSheet } from './OrderDetailSheet.tsx';
import type { OrderLists } from './order-presence.ts';
import { orderPresence } from './order-presence.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { useOrderList } from './use-order-list.ts';

export interface OpenOrder {
  readonly order: Order;
  readonly view: 'detail' | 'stops' | 'close' | 'cancel' | 'receipt';
}

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
  const order = own.orders.find((one) => one.id === opened.id) ?? opened;
  const close = () => onChange(null);
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
  if (view === 'receipt') return <ReceiptSheet order={order} onClose={close} />;
  if (view === 'stops' && facts !== undefined) return <EditStopsSheet order={order} facts={facts} onClose={close} />;
  if (view === 'close' && facts !== undefined)
    return <CloseDialog order={order} facts={facts} onSend={sent} onClose={close} />;
  return (
    <OrderDetailSheet order={order} facts={facts} onClose={close} onView={(next) => onChange({ order, view: next })} />
  );
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
