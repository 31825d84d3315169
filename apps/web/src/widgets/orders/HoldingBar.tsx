import { t } from '../../i18n/text.ts';
import { type OrderSort, orderSorts, useSettings } from '../../session/settings-store.ts';
import { SortSelect } from '../../ui/SortSelect.tsx';
import { CloseSeveral } from './CloseSeveral.tsx';
import styles from './HoldingBar.module.css';
import { LoadAllHolding } from './NetExposure.tsx';
import { useOrderList } from './use-order-list.ts';

const sortTexts = {
  newest: 'order.newestFirst',
  profit: 'order.profitFirst',
  size: 'order.largestFirst',
  instrument: 'order.byInstrument',
} as const satisfies Record<OrderSort, string>;

/** Order of the list, and the button that closes several positions, whose results stay when none is left (R-SCR-86). */
export function HoldingBar() {
  const { total } = useOrderList('holding');
  const sort = useSettings((settings) => settings.orderSort);
  return (
    <div className={total === 0 ? undefined : styles.bar}>
      {total === 0 ? null : (
        <SortSelect
          label={t('order.sort')}
          value={sort}
          options={orderSorts.map((value) => ({ value, text: t(sortTexts[value]) }))}
          onChange={(orderSort) => useSettings.setState({ orderSort })}
          testId="order-sort"
        />
      )}
      {sort === 'newest' ? null : <LoadAllHolding />}
      <CloseSeveral />
    </div>
  );
}
