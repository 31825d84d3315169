import type { PayType } from '@candor/contracts/http/funds';
import { useWithdrawOptions } from '../../data/funds.ts';

/**
 * What can be withdrawn by one way, and whether there is another way to offer where this one has no currency. The other
 * is asked for only then.
 */
export function usePayouts(type: PayType) {
  const options = useWithdrawOptions(type);
  const isNone = options.data?.data.length === 0;
  const other = useWithdrawOptions(type === 1 ? 2 : 1, isNone);
  const isOtherNone = other.data?.data.length === 0;
  return { options, isNone, other, isClosed: isNone && isOtherNone };
}
