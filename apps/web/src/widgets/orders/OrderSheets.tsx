import type { Order } from '@candor/contracts/http/trade';
import { useEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { cancelOrder } from '../../data/orders.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastError } from '../toast-error.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { EditStopsSheet } from './EditStopsSheet.tsx';
import { OrderDetailSheet } from './OrderDetailSheet.tsx';
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

/** What is open about one order. A push that closes the order closes this as well (R-SOC-07). */
export function OrderSheets({ open, facts, onChange }: OrderSheetsProps) {
  const { order: opened, view } = open;
  const { orders } = useOrderList('holding');
  const order = orders.find((one) => one.Id === opened.Id) ?? opened;
  const close = () => onChange(null);
  useGone(opened, orders, close);

  if (view === 'cancel') return <CancelDialog order={order} onClose={close} />;
  if (view === 'receipt') return <ReceiptSheet order={order} onClose={close} />;
  if (view === 'stops' && facts !== undefined) return <EditStopsSheet order={order} facts={facts} onClose={close} />;
  if (view === 'close' && facts !== undefined) return <CloseDialog order={order} facts={facts} onClose={close} />;
  return (
    <OrderDetailSheet order={order} facts={facts} onClose={close} onView={(next) => onChange({ order, view: next })} />
  );
}

/** A holding order that was in the list and no longer is. */
function useGone(opened: Order, orders: readonly Order[], close: () => void): void {
  const wasHeld = useRef(false);
  const isHeld = orders.some((one) => one.Id === opened.Id);
  useEffect(() => {
    if (opened.Status !== 1) return;
    if (isHeld) wasHeld.current = true;
    else if (wasHeld.current) close();
  });
}

function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  return (
    <Dialog
      title={t('order.cancelTitle')}
      safeLabel={t('order.keep')}
      label={t('order.cancel')}
      kind="danger"
      onClose={onClose}
      onConfirm={async () => {
        await cancelOrder(order.Id).catch(toastError);
      }}
    >
      <p>
        {t('order.cancelText', {
          code: order.ForexTradeLists.ShowCode,
          lots: order.Quantity,
          price: groupDigits(order.Price),
        })}
      </p>
    </Dialog>
  );
}
