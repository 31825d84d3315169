import { type Account, type Funds, isUnderWay, paymentOf } from './facts.ts';

interface FundsBook {
  lastFundsId: number;
  readonly credited: Map<string, number>;
  readonly paidBy: Set<string>;
}

/** Applies the state of a request. */
export function takeFunds(model: FundsBook, account: Account, funds: Funds): void {
  model.lastFundsId = Math.max(model.lastFundsId, funds.id);
  const payment = funds.externalId == null ? null : paymentOf(account, funds.externalId);
  if (funds.status === 'credited' && payment !== null) model.credited.set(payment, account.id);
  if (funds.status === 'paid' && payment !== null) model.paidBy.add(payment);
  if (/^(credited|paid)$/.test(funds.status)) {
    const amount = (funds.kind === 'deposit' ? funds.credit : funds.amount) ?? 0n;
    account.moved.push({ kind: funds.kind, atMs: funds.sinceMs, amount });
  }
  if (isUnderWay(funds)) account.funds.set(funds.id, funds);
  else {
    account.funds.delete(funds.id);
    account.done.add(funds.id);
    for (const oldest of account.done) if (account.done.size > 100) account.done.delete(oldest);
  }
}
