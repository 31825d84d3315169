import type { PayType } from '@candor/contracts/http/funds';
import { useBrand } from '../../data/company.ts';
import { useWithdrawOptions } from '../../data/funds.ts';
import { t } from '../../i18n/text.ts';
import { Empty } from '../../ui/Empty.tsx';

/**
 * Currencies that can be withdrawn by one type, and whether the other type has any if this one has none; the other is
 * requested only then.
 */
export function usePayouts(type: PayType) {
  const options = useWithdrawOptions(type);
  const isNone = options.data?.currencies.length === 0;
  const other = useWithdrawOptions(type === 1 ? 2 : 1, isNone);
  const isOtherNone = other.data?.currencies.length === 0;
  return { options, isNone, other, isClosed: isNone && isOtherNone };
}

/** Empty state if no currency is paid out, neither by coin nor by bank, so that nothing can be bound or withdrawn. */
export function PayoutsClosed() {
  const company = useBrand().name;
  return <Empty drawing="orders" title={t('withdraw.closed')} text={t('withdraw.closedText', { company })} />;
}
