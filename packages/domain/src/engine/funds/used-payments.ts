import { companyOf } from '../../ledger/ledger.ts';
import type { Command } from '../command.ts';
import type { EngineEvent } from '../event.ts';
import type { AccountState, EngineState } from '../state.ts';
import type { FundsEvent, PaymentFact, PaymentName, PaymentUse, PaymentUser, UsedPayment } from './funds-request.ts';

/**
 * Returns the key of an external payment within a company: it is credited once, or pays one withdrawal. Ignores case
 * and a leading `0x`, which people copy differently.
 */
export function paymentKey(account: Pick<AccountState, 'tenantId'>, externalId: string): string {
  return `${account.tenantId}/${bareName(externalId)}`;
}

/** Normalises a payment's name for comparison. */
export function bareName(text: string): string {
  return text.trim().toLowerCase().replace(/^0x/, '');
}

/** Records the payment that an event used; the oldest of its use is forgotten beyond the bound. */
export function evolveUsedPayments(state: EngineState, account: AccountState, event: FundsEvent): void {
  const used = usedBy(account, event);
  if (used === null) return;
  const { creditedPayments, payoutPayments, forgottenPayments } = state;
  const recent = used.use === 'credited' ? creditedPayments : payoutPayments;
  if (used.use === 'credited') creditedPayments.set(used.key, used.by);
  else payoutPayments.add(used.key);
  if (recent.size <= state.recentPaymentsMax) return;
  for (const oldest of recent.keys()) {
    recent.delete(oldest);
    forgottenPayments[used.use] += 1;
    return;
  }
}

/** Returns the payment that a decided event used, to be stored with its entry; null if it used none. */
export function usedPaymentOf(state: Pick<EngineState, 'accounts'>, event: EngineEvent): UsedPayment | null {
  const account = 'funds' in event ? state.accounts.get(event.accountId) : undefined;
  return account === undefined ? null : usedBy(account, event as FundsEvent);
}

/** Returns the payment that a stored event used, without a state: its postings name the company. Null if it used none. */
export function usedPaymentIn(event: EngineEvent): UsedPayment | null {
  const [transfer] = event.transfers;
  if (!('funds' in event) || transfer === undefined) return null;
  return usedBy({ id: event.accountId, tenantId: companyOf(transfer.from) }, event);
}

function usedBy(account: Pick<AccountState, 'id' | 'tenantId'>, event: FundsEvent): UsedPayment | null {
  if (event.type !== 'DepositCredited' && event.type !== 'WithdrawalPaid') return null;
  const { id, externalId } = event.funds;
  if (externalId === null) return null;
  const use = event.type === 'DepositCredited' ? 'credited' : 'paid';
  return { use, key: paymentKey(account, externalId), by: { id, accountId: account.id } };
}

/** Returns the deposit credited with a payment; undefined if it was not credited. Throws if that cannot be known. */
export function creditOf(state: EngineState, key: string, fact: PaymentFact): PaymentUser | undefined {
  const recent = state.creditedPayments.get(key);
  return recent ?? foundUser(state, { use: 'credited', key }, fact);
}

/** True if a payment paid a withdrawal. Throws if that cannot be known. */
export function hasPaidOut(state: EngineState, key: string, fact: PaymentFact): boolean {
  return state.payoutPayments.has(key) || foundUser(state, { use: 'paid', key }, fact) !== undefined;
}

function foundUser(state: EngineState, { use, key }: PaymentName, { found }: PaymentFact): PaymentUser | undefined {
  if (state.forgottenPayments[use] === 0) return undefined;
  if (found?.use !== use || found.key !== key)
    throw new Error('Invariant: an older payment is looked up before its command is decided');
  return found.by ?? undefined;
}

/** Returns the payment that must be looked up before a command is decided; null if the state knows enough. */
export function paymentToFind(state: EngineState, command: Command): PaymentName | null {
  const account = state.accounts.get(command.accountId);
  const name = account && nameIn(account, command);
  if (name === undefined || state.forgottenPayments[name.use] === 0) return null;
  const recent = name.use === 'credited' ? state.creditedPayments : state.payoutPayments;
  return recent.has(name.key) ? null : name;
}

function nameIn(account: AccountState, command: Command): PaymentName | undefined {
  const of = (use: PaymentUse, externalId: string | null | undefined) =>
    externalId === null || externalId === undefined ? undefined : { use, key: paymentKey(account, externalId) };
  if (command.type === 'RequestDeposit') return of('credited', command.externalId);
  if (command.type === 'MarkWithdrawalPaid') return of('paid', command.externalId);
  if (command.type === 'AmendFunds')
    return of('credited', command.change.kind === 'deposit-paid' ? command.change.externalId : null);
  if (command.type !== 'ApproveFunds') return undefined;
  const request = account.funds.get(command.fundsId);
  return of('credited', request?.kind === 'deposit' ? request.externalId : null);
}
