import type { UserRecord } from '../../ports/identity-store.ts';
import type { FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';

/** Unbinds a method; what was paid to it keeps naming it (R-FND-30). Refuses methodInUse, methodNotFound. */
export async function removeMethod(
  { clock, core, methods }: Pick<FundsDeps, 'clock' | 'core' | 'methods'>,
  { companyId, id: userId, accountId }: UserRecord,
  methodId: number,
): Promise<void> {
  const unfinished = await core.unfinished(accountId);
  if (unfinished.some((funds) => funds.kind === 'withdrawal' && funds.methodId === methodId))
    throw new FundsRefusal('methodInUse');
  if (!(await methods.remove(companyId, userId, methodId, clock.nowMs()))) throw new FundsRefusal('methodNotFound');
}
