import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import { approvalsNeeded } from './approvals-needed.ts';
import { clearRival, contestRivals, rivalsOf } from './claims.ts';
import { findFunds } from './find-funds.ts';
import type { AmendFunds } from './funds-command.ts';
import type { DepositRecord, FundsRecord, WithdrawalRecord } from './funds-record.ts';
import { paymentKey } from './payment-key.ts';
import { bareName } from './payment-names.ts';
import { refusePaid } from './request-deposit.ts';
import { refusePayout } from './request-withdrawal.ts';

/**
 * Edits a withdrawal's fee, only downwards, or what a waiting deposit paid and by which payment. Approvals are void, and an
 * approved withdrawal must be approved anew. Refused, first reason that applies: funds-not-found, funds-decided,
 * funds-amount-out-of-range, payload-changed (the arithmetic is wrong, or the hash still the old one), funds-nothing-received,
 * deposit-known (R-FND-05).
 */
export function decideAmendFunds(
  state: EngineState,
  account: AccountState,
  command: AmendFunds,
): Result<EngineEvent[], Refusal> {
  const found = findFunds(account, command.fundsId);
  if (!found.ok) return found;
  const changed = applyChange(found.value, command.change);
  if (changed === null) return refuse('funds-not-found');
  const refusal = refuseChange(state, account, found.value, changed);
  if (refusal !== null) return refuse(refusal);
  const { atMs, by, payloadHash } = command;
  if (payloadHash === changed.payloadHash) return refuse('payload-changed');
  const amount = changed.kind === 'deposit' ? changed.credit : changed.amount;
  const needed = approvalsNeeded(account, { kind: changed.kind, amount, atMs, id: changed.id }, command.secondFrom);
  const edit = {
    payloadHash,
    approvalsNeeded: changed.approvalsNeeded === 2 ? 2 : needed,
    approvals: [],
    amendedBy: by,
  } as const;
  const base = { type: 'FundsAmended', atMs, accountId: account.id, transfers: [] } as const;
  if (changed.kind === 'withdrawal') {
    const funds = { ...changed, ...edit, status: 'requested', sinceMs: sinceOf(changed, atMs) } as const;
    return ok([{ ...base, funds }]);
  }
  const { contested: _before, ...rest } = { ...changed, ...edit };
  const funds = rivalsOf(state, account, rest).length === 0 ? rest : ({ ...rest, contested: 'rival' } as const);
  return ok([{ ...base, funds }, ...moveClaim(state, account, { before: found.value, now: funds, atMs })]);
}

/** What an edit means to the other claims on the payment that the deposit named before, and on the one that it names now. */
function moveClaim(
  state: EngineState,
  account: AccountState,
  { before, now, atMs }: { readonly before: FundsRecord; readonly now: DepositRecord; readonly atMs: number },
): EngineEvent[] {
  const isSame = before.kind === 'deposit' && nameOf(before) === nameOf(now);
  return [...(isSame ? [] : clearRival(state, account, before, atMs)), ...contestRivals(state, account, now, atMs)];
}

function nameOf({ externalId }: DepositRecord): string | null {
  return externalId === null ? null : bareName(externalId);
}

/** Null where the change is of another kind of request. */
function applyChange(funds: FundsRecord, change: AmendFunds['change']): DepositRecord | WithdrawalRecord | null {
  if (funds.kind === 'withdrawal' && change.kind === 'withdrawal-fee') {
    return { ...funds, fee: change.fee, received: change.received };
  }
  if (funds.kind === 'deposit' && change.kind === 'deposit-paid') {
    return { ...funds, paid: change.paid, credit: change.credit, externalId: change.externalId };
  }
  return null;
}

function refuseChange(
  state: EngineState,
  account: AccountState,
  before: FundsRecord,
  changed: DepositRecord | WithdrawalRecord,
): Refusal | null {
  if (changed.kind === 'withdrawal') {
    const isDearer = before.kind !== 'withdrawal' || changed.fee > before.fee;
    return isDearer ? 'funds-amount-out-of-range' : refusePayout(changed);
  }
  const refusal = refusePaid(changed);
  if (refusal !== null || changed.externalId === null) return refusal;
  const isCredited = state.creditedPayments.has(paymentKey(account, changed.externalId));
  const isClaimed = rivalsOf(state, account, changed).some(({ accountId }) => accountId === account.id);
  return isCredited || isClaimed ? 'deposit-known' : null;
}

/** The clock starts again only where the state changes. */
function sinceOf(funds: WithdrawalRecord, atMs: number): number {
  return funds.status === 'approved' ? atMs : funds.sinceMs;
}
