import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useInstruments, useOrder } from '../../data/queries.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { t } from '../../i18n/text.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { OrderSheets } from './OrderSheets.tsx';

/** Sheets of the order whose id is in the address of the orders page; closing them leaves the page without it (R-ORD-42). */
export function OrderAtAddress({ id }: { id: number }) {
  const navigate = useNavigate();
  const { data: order, error, refetch } = useOrder(id);
  const all = useInstruments().data ?? [];
  const [next, setNext] = useState<OpenOrder | null>(null);
  // The address changes a moment later; sheets that stayed until then would close again and again.
  const [isLeft, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    void navigate({ to: '/order', search: (before) => ({ ...before, id: undefined }), replace: true });
  };
  if (isLeft) return null;
  if (order === undefined || order === null) {
    const title = order === null ? t('order.notFound') : t('order.id');
    return (
      <Sheet title={title} label={title} onClose={leave}>
        {order === null ? (
          <p data-testid="order-unknown">{t('order.notFoundText')}</p>
        ) : error === null ? (
          <Bone width="100%" height={160} />
        ) : (
          <LoadFailed title={t('order.errorTitle')} error={error} onRetry={() => void refetch()} />
        )}
      </Sheet>
    );
  }
  const open = next ?? { order, view: 'detail' };
  return (
    <OrderSheets
      open={open}
      facts={all.find((one) => one.id === open.order.instrumentId)}
      onChange={(changed) => (changed === null ? leave() : setNext(changed))}
    />
  );
}
