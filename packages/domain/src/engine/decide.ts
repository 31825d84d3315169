import { type Result, refuse } from '../values/result.ts';
import { decideAmendStops } from './amend-stops.ts';
import { decideCancelOrder } from './cancel-order.ts';
import { decideCloseOrder } from './close-order.ts';
import type { Command } from './command.ts';
import type { EngineEvent } from './event.ts';
import { decideFunds } from './funds/decide-funds.ts';
import { decideOpenAccount } from './open-account.ts';
import { decidePlaceOrder } from './place-order.ts';
import type { Refusal } from './refusal.ts';
import { decideExpireDemo, decideResetDemo } from './reset-demo.ts';
import type { EngineState } from './state.ts';

/** Decides a command against the state and changes nothing: events to be applied, or the first refusal that applies. */
export function decide(state: EngineState, command: Command): Result<EngineEvent[], Refusal> {
  if (command.type === 'OpenAccount') return decideOpenAccount(state, command);
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('account-not-found');
  switch (command.type) {
    case 'PlaceOrder':
      return decidePlaceOrder(state, account, command);
    case 'CloseOrder':
      return decideCloseOrder(state, account, command);
    case 'CancelOrder':
      return decideCancelOrder(state, account, command);
    case 'AmendStops':
      return decideAmendStops(state, account, command);
    case 'ResetDemo':
      return decideResetDemo(state, account, command);
    case 'ExpireDemo':
      return decideExpireDemo(state, account, command);
    case 'RequestDeposit':
    case 'RequestWithdrawal':
    case 'ProposeCorrection':
    case 'ApproveFunds':
    case 'RejectFunds':
    case 'MarkWithdrawalPaid':
    case 'CancelWithdrawal':
    case 'AmendFunds':
      return decideFunds(state, account, command);
  }
}
