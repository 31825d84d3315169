import type { PayType } from '@candor/contracts/http/funds';
import { useWithdrawOptions } from '../../data/funds.ts';

/**
 * Currencies that can be withdrawn by one type, and whether the other type has any if this one has none; the other is
 * requested only then.
 */
export function usePayouts(type: PayType) {
  const options = useWithdrawOptions(type);
  const isNone = options.data?.data.length === 0;
  const other = useWithdrawOptions(type === 1 ? 2 : 1, isNone);
  const isOtherNone = other.data?.data.length === 0;
  return { options, isNone, other, isClosed: isNone && isOtherNone };
}
