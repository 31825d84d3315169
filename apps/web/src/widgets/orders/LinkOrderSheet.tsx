import { useState } from 'react';
import { useTrading } from '../../data/live.ts';
import type { Order } from '../../data/order.ts';
import { linkOrders } from '../../data/orders.ts';
import { useAllPending } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { toastAnswer } from '../toast-error.ts';
import styles from './OrderSheets.module.css';
import { OrderLogo } from './order-parts.tsx';
import { OtherOrder } from './PendingFigures.tsx';
import { useOrderList } from './use-order-list.ts';

/** Pending orders to link an order to: the fill of one of the two then cancels the other (R-ORD-44). */
export function LinkOrderSheet({ order, onDone }: { order: Order; onDone: () => void }) {
  useAllPending();
  const { orders, facts } = useOrderList('pending');
  const [isBusy, setBusy] = useState(false);
  const { isPaused } = useTrading();
  const others = orders.filter(({ id, linkedId }) => id !== order.id && linkedId === null);

  async function link(other: Order): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await toastAnswer(linkOrders(order.id, other.id), () => {
      showToast('ok', t('oco.linked'));
      onDone();
    });
    setBusy(false);
  }

  return (
    <Sheet title={t('oco.title')} label={t('oco.title')} onClose={onDone}>
      {others.length === 0 ? (
        <Empty drawing="orders" title={t('oco.none')} text={t('oco.noneText')} isLow />
      ) : (
        <>
          <p className={cx(typographyStyles.small, typographyStyles.secondary, styles.verdict)}>{t('oco.text')}</p>
          <ul className={listRowStyles.group} aria-label={t('oco.choose')}>
            {others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  className={listRowStyles.row}
                  data-testid="link-choice"
                  disabled={isPaused}
                  aria-busy={isBusy}
                  onClick={() => void link(other)}
                >
                  <OrderLogo order={other} facts={facts.get(other.instrumentId)} size={30} />
                  <span className={listRowStyles.text}>
                    <OtherOrder order={other} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}
