import { calculateReceived } from '../../calc/withdrawal.ts';
import { lockTransfers } from '../../ledger/funds-transfers.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, bookOfAccount, type EngineState } from '../state.ts';
import { approvalsNeeded } from './approvals-needed.ts';
import type { RequestWithdrawal } from './funds-command.ts';
import type { WithdrawalRecord } from './funds-record.ts';
import { isAmountInRange, newRequest, refuseRequest } from './new-request.ts';
import { refuseStalePrices, refuseUnderStress } from './stress.ts';
import { refuseTaking } from './take-funds.ts';

/**
 * Asks for money: it moves to the account's lock at once. Refused, first reason that applies: only-real-account,
 * too-many-funds-requests, funds-amount-out-of-range, payload-changed (what the user was shown is not what it comes to),
 * funds-nothing-received, no-price, not-enough-funds, price-stale, conversion-stale, market-closed-risk (R-FND-02, R-FND-03,
 * R-FND-42, R-FND-47). Nobody is ever asked to pay in order to withdraw.
 */
export function decideRequestWithdrawal(
  state: EngineState,
  account: AccountState,
  command: RequestWithdrawal,
): Result<EngineEvent[], Refusal> {
  const refusal =
    refuseRequest(account, 'withdrawal') ??
    refusePayout(command) ??
    refuseTaking(state, account, command.amount) ??
    refuseStalePrices(state, account, command.markets) ??
    refuseUnderStress(state, account, command.amount, command.markets);
  if (refusal !== null) return refuse(refusal);
  const { method, amount, fee, received, payoutCurrency, rate, methodId, methodHash, memo, heldUntilMs } = command;
  const asked = { kind: 'withdrawal', amount, atMs: command.atMs } as const;
  const funds: WithdrawalRecord = {
    ...newRequest(state, command),
    kind: 'withdrawal',
    status: 'requested',
    approvalsNeeded: approvalsNeeded(account, asked, command.secondFrom),
    method,
    amount,
    fee,
    received,
    payoutCurrency,
    rate,
    methodId,
    methodHash,
    ...(heldUntilMs === undefined ? {} : { heldUntilMs }),
    memo,
    externalId: null,
  };
  const transfers = lockTransfers(bookOfAccount(account), account.id, amount);
  return ok([{ type: 'WithdrawalRequested', atMs: command.atMs, accountId: account.id, funds, transfers }]);
}

type Payout = Pick<WithdrawalRecord, 'amount' | 'fee' | 'received' | 'rate' | 'payoutCurrency'>;

/** What is asked for, against what is said to be received: funds-amount-out-of-range, payload-changed, funds-nothing-received. */
export function refusePayout({ amount, fee, received, rate, payoutCurrency }: Payout): Refusal | null {
  if (!isAmountInRange(amount) || fee < 0n || rate <= 0n) return 'funds-amount-out-of-range';
  if (received !== calculateReceived(amount, fee, rate, payoutCurrency)) return 'payload-changed';
  return received === 0n ? 'funds-nothing-received' : null;
}
