import { type Money, toMoney } from '../../values/money.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import type { ProposeCorrection } from './funds-command.ts';
import type { CorrectionRecord } from './funds-record.ts';
import { isAmountInRange, newRequest, refuseRequest } from './new-request.ts';
import { refuseTaking } from './take-funds.ts';

/**
 * Proposes a compensating entry; another operator posts it. Refused, first reason that applies: only-real-account,
 * too-many-funds-requests, funds-amount-out-of-range, no-price, not-enough-funds (R-LED-09, R-FND-07).
 */
export function decideProposeCorrection(
  state: EngineState,
  account: AccountState,
  command: ProposeCorrection,
): Result<EngineEvent[], Refusal> {
  const { amount, reason, proposedBy } = command;
  const isInRange = isAmountInRange(amount) || isAmountInRange(toMoney(-amount));
  const refusal =
    refuseRequest(account, 'correction') ??
    (isInRange ? refuseCorrecting(state, account, amount) : 'funds-amount-out-of-range');
  if (refusal !== null) return refuse(refusal);
  const funds: CorrectionRecord = {
    ...newRequest(state, command),
    kind: 'correction',
    status: 'proposed',
    approvalsNeeded: 1,
    amount,
    reason,
    proposedBy,
  };
  return ok([{ type: 'CorrectionProposed', atMs: command.atMs, accountId: account.id, funds, transfers: [] }]);
}

/**
 * A correction takes no more than a withdrawal could: neither a debt nor a stop-out may be an operator's doing. Checked when
 * it is proposed and again when it is posted.
 */
export function refuseCorrecting(state: EngineState, account: AccountState, amount: Money): Refusal | null {
  return amount < 0n ? refuseTaking(state, account, toMoney(-amount)) : null;
}
