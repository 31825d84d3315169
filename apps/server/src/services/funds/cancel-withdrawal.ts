import type { FundsId, WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { UserRecord } from '../../ports/identity.ts';
import type { AskedAs, FundsDeps } from './funds-deps.ts';
import { submitFunds } from './submit-funds.ts';

/** Takes a withdrawal back while nobody has approved it (R-FND-23). Refuses what the engine refuses. */
export async function cancelWithdrawal(
  { clock, core }: Pick<FundsDeps, 'clock' | 'core'>,
  { accountId }: UserRecord,
  asked: AskedAs & { readonly id: number },
): Promise<WithdrawalRecord> {
  const { clientId, bodyHash } = asked;
  const command = { type: 'CancelWithdrawal', atMs: clock.nowMs(), accountId, fundsId: asked.id as FundsId } as const;
  const { funds } = await submitFunds(core, { command, clientId, bodyHash });
  if (funds.kind !== 'withdrawal') throw new Error(`Invariant: ${funds.kind} ${funds.id} is no withdrawal`);
  return funds;
}
