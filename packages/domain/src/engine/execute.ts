import { type Result, refuse } from '../values/result.ts';
import { decideCloseAccount, decideExpireDemo, decideOpenAccount, decideResetDemo } from './account-life.ts';
import { decideAmendOrder } from './amend-order.ts';
import { decideBreakEven } from './break-even.ts';
import { decideRemoveAlert, decideSetAlert } from './change-alert.ts';
import { decideAmendStops, decideCancelOrder } from './change-order.ts';
import { decideCloseOrder } from './close-order.ts';
import { decideCloseOrders } from './close-orders.ts';
import type { Command } from './command.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import type { CanClose } from './facts.ts';
import { decideFunds } from './funds/funds.ts';
import { decideLinkOrders } from './link-orders.ts';
import { decidePlaceOrder } from './place-order.ts';
import { recheckMargin } from './recheck-margin.ts';
import type { Refusal } from './refusal.ts';
import { decideReverseOrder } from './reverse-order.ts';
import type { RuleChange, RuleEvent } from './rules/trading-rules.ts';
import type { EngineState } from './state.ts';

/** Decides a command and applies the resulting events, the command's own event first; a refusal changes nothing. */
export function execute(state: EngineState, command: Command, canClose: CanClose): Result<EngineEvent[], Refusal> {
  state.nowMs = command.atMs;
  const decided = decide(state, command);
  if (!decided.ok) return decided;
  for (const event of decided.value) evolve(state, event);
  return { ok: true, value: [...decided.value, ...recheckMargin(state, canClose, command.atMs)] };
}

/**
 * Puts a rule in force; returns the event to journal, or null if it is in force already (R-OPS-51). Checks no account:
 * `RuleChecks` does.
 */
export function executeRule(state: EngineState, change: RuleChange, atMs: number): RuleEvent | null {
  if (change.rule === 'limits' && state.endedAccounts.has(change.accountId)) return null;
  const catalogue = change.rule === 'terms' ? state.specs.get(change.instrumentId) : undefined;
  const event = state.rules.decide(change, atMs, catalogue);
  if (event !== null) state.rules.evolve(event);
  return event;
}

/** Decides a command without changing the state. Returns the events to apply, or the first refusal that applies. */
function decide(state: EngineState, command: Command): Result<EngineEvent[], Refusal> {
  if (command.type === 'OpenAccount') return decideOpenAccount(state, command);
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('account-not-found');
  switch (command.type) {
    case 'PlaceOrder':
      return decidePlaceOrder(state, account, command);
    case 'CloseOrder':
      return decideCloseOrder(state, account, command);
    case 'CloseOrders':
      return decideCloseOrders(state, account, command);
    case 'ReverseOrder':
      return decideReverseOrder(state, account, command);
    case 'BreakEven':
      return decideBreakEven(state, account, command);
    case 'CancelOrder':
      return decideCancelOrder(state, account, command);
    case 'AmendOrder':
      return decideAmendOrder(state, account, command);
    case 'LinkOrders':
      return decideLinkOrders(state, account, command);
    case 'AmendStops':
      return decideAmendStops(state, account, command);
    case 'SetAlert':
      return decideSetAlert(state, account, command);
    case 'RemoveAlert':
      return decideRemoveAlert(account, command);
    case 'ResetDemo':
      return decideResetDemo(state, account, command);
    case 'ExpireDemo':
      return decideExpireDemo(state, account, command);
    case 'CloseAccount':
      return decideCloseAccount(state, account, command);
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
