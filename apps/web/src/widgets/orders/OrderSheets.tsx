import { useEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
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
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { useOrderList } from './use-order-list.ts';
import type { OrderLists } from './whereabouts.ts';
import { whereaboutsOf } from './whereabouts.ts';

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
 * What is open about one order. What closes or cancels the order elsewhere closes this as well, and a pending one that is
 * filled goes on as the holding order it is now (R-SOC-07).
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
    // Out of a list that goes on, an order may have moved to the part that is not here; with a session all lists go.
    const isOver = own.query.data !== undefined && !own.query.hasNextPage;
    if (isOver && !isEnding.current) sayGone(opened);
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

/** A notice that says why, as that of a stop-out or of a cancelled order does, is not pushed aside. */
function sayGone({ status }: Order): void {
  const kind = useToast.getState().message?.kind;
  if (kind === 'bad' || (status === 'pending' && kind === 'warn')) return;
  showToast('warn', status === 'pending' ? t('order.noLongerPending') : t('order.closedByServer'));
}

/** Tells once an order that was in its list no longer is: with the holding order that it has become, if it has. */
function useLeft(opened: Order, lists: OrderLists, onLeft: (held: Order | null) => void): void {
  const wasListed = useRef(false);
  const whereabouts = whereaboutsOf(opened, lists);
  useEffect(() => {
    if (hasEnded(opened)) return;
    if (whereabouts === 'listed') wasListed.current = true;
    else if (wasListed.current && whereabouts !== 'unknown') onLeft(whereabouts === 'gone' ? null : whereabouts.held);
  });
}

function CancelDialog({ order, onSend, onClose }: { order: Order; onSend: () => void; onClose: () => void }) {
  return (
    <Dialog
      title={t('order.cancelTitle')}
      safeLabel={t('order.keep')}
      label={t('order.cancel')}
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
