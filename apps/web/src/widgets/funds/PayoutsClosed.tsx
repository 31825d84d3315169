import { useBrand } from '../../data/brand.ts';
import { t } from '../../i18n/text.ts';
import { Empty } from '../../ui/Empty.tsx';

/** Empty state if no currency is paid out, neither by coin nor by bank, so that nothing can be bound or withdrawn. */
export function PayoutsClosed() {
  const company = useBrand().name;
  return <Empty drawing="orders" title={t('withdraw.closed')} text={t('withdraw.closedText', { company })} />;
}
