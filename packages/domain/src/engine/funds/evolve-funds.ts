import type { AccountState, EngineState } from '../state.ts';
import { evolveMovedFunds } from './approvals-needed.ts';
import { evolveClaims } from './claims.ts';
import type { FundsEvent } from './funds-event.ts';
import { isFinished } from './funds-record.ts';
import { paymentKey } from './payment-key.ts';

/** Finished requests an account remembers the numbers of. */
const decidedMax = 100;

/** Keeps what is unfinished on its account, and what was credited. */
export function evolveFunds(state: EngineState, account: AccountState, event: FundsEvent): void {
  const { funds } = event;
  state.lastFundsId = Math.max(state.lastFundsId, funds.id);
  evolveMovedFunds(account, event);
  evolveClaims(state, account, event);
  if (event.type === 'DepositCredited' && event.funds.externalId !== null) {
    state.creditedPayments.set(paymentKey(account, event.funds.externalId), { id: funds.id, accountId: account.id });
  }
  if (event.type === 'WithdrawalPaid' && event.funds.externalId !== null) {
    state.payoutPayments.add(paymentKey(account, event.funds.externalId));
  }
  if (!isFinished(funds)) {
    account.funds.set(funds.id, funds);
    return;
  }
  account.funds.delete(funds.id);
  account.decidedFunds.add(funds.id);
  for (const oldest of account.decidedFunds) {
    if (account.decidedFunds.size <= decidedMax) return;
    account.decidedFunds.delete(oldest);
  }
}
