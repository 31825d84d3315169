import { useState } from 'react';
import { t } from '../../i18n/text.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import styles from './CloseSeveral.module.css';
import { useOrderList } from './use-order-list.ts';

const CloseSeveralSheet = lazyComponent(() => import('./CloseSeveralSheet.tsx'), 'CloseSeveralSheet');

/** Button that opens the sheet for closing several positions; absent while there are fewer than two. */
export function CloseSeveral() {
  const { total } = useOrderList('holding');
  const [isOpen, setOpen] = useState(false);
  // The sheet stays open on its results.
  if (total < 2 && !isOpen) return null;
  return (
    <>
      <button type="button" className={styles.open} data-testid="close-several" onClick={() => setOpen(true)}>
        {t('order.closeAll')}
      </button>
      {isOpen ? <CloseSeveralSheet onClose={() => setOpen(false)} /> : null}
    </>
  );
}
