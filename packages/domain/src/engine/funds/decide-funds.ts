import type { Result } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import { decideAmendFunds } from './amend-funds.ts';
import { decideApproveFunds } from './approve-funds.ts';
import { decideCancelWithdrawal } from './cancel-withdrawal.ts';
import type { FundsCommand } from './funds-command.ts';
import { decideMarkPaid } from './mark-paid.ts';
import { decideProposeCorrection } from './propose-correction.ts';
import { decideRejectFunds } from './reject-funds.ts';
import { decideRequestDeposit } from './request-deposit.ts';
import { decideRequestWithdrawal } from './request-withdrawal.ts';

/** Decides a movement of money against the state and changes nothing. */
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
