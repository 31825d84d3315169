import type { Result } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, type EngineState, noteFunds } from '../state.ts';
import { decideApproveFunds, evolveMovedFunds } from './approvals.ts';
import { decideAmendFunds, decideCancelWithdrawal, decideMarkPaid, decideRejectFunds } from './changes.ts';
import type { FundsCommand } from './funds-command.ts';
import { type FundsEvent, isFinished } from './funds-request.ts';
import { evolveClaims } from './payments.ts';
import { decideProposeCorrection, decideRequestDeposit, decideRequestWithdrawal } from './requests.ts';
import { evolveUsedPayments } from './used-payments.ts';

/** Decides a movement of money without changing the state. */
export function decideFunds(
  state: EngineState,
  account: AccountState,
  command: FundsCommand,
): Result<EngineEvent[], Refusal> {
  switch (command.type) {
    case 'RequestDeposit':
      return decideRequestDeposit(state, account, command);
    case 'RequestWithdrawal':
      return decideRequestWithdrawal(state, account, command);
    case 'ProposeCorrection':
      return decideProposeCorrection(state, account, command);
    case 'ApproveFunds':
      return decideApproveFunds(state, account, command);
    case 'RejectFunds':
      return decideRejectFunds(state, account, command);
    case 'MarkWithdrawalPaid':
      return decideMarkPaid(state, account, command);
    case 'CancelWithdrawal':
      return decideCancelWithdrawal(account, command);
    case 'AmendFunds':
      return decideAmendFunds(state, account, command);
  }
}

/** Maximum number of finished request ids kept per account. */
const decidedMax = 100;

/** Updates the unfinished requests of the account and the used payments. */
export function evolveFunds(state: EngineState, account: AccountState, event: FundsEvent): void {
  const { funds } = event;
  state.lastFundsId = Math.max(state.lastFundsId, funds.id);
  evolveMovedFunds(account, event);
  evolveClaims(state, account, event);
  evolveUsedPayments(state, account, event);
  if (!isFinished(funds)) {
    account.funds.set(funds.id, funds);
    noteFunds(state, account);
    return;
  }
  account.funds.delete(funds.id);
  noteFunds(state, account);
  account.decidedFunds.add(funds.id);
  for (const oldest of account.decidedFunds) {
    if (account.decidedFunds.size <= decidedMax) return;
    account.decidedFunds.delete(oldest);
  }
}
