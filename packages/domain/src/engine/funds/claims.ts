import { ok, type Result, refuse } from '../../values/result.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import type { RequestDeposit } from './funds-command.ts';
import type { DepositCleared, DepositContested, FundsEvent } from './funds-event.ts';
import { type DepositRecord, type FundsId, type FundsRecord, isFinished } from './funds-record.ts';
import { paymentKey } from './payment-key.ts';

/** Undecided claims on one payment; reports beyond it are refused until operators decide. */
export const claimsMax = 5;
/** Claims of one account within 24 hours on payments that another account claims or was credited with. */
export const rivalClaimsMax = 3;
const windowMs = 24 * 3_600_000;

type Claim = Pick<DepositRecord, 'externalId'> & { readonly id?: FundsId };

/** The other undecided deposits that claim the same payment, by number. None of them is approved before one is chosen (R-FND-44). */
export function rivalsOf(
  state: EngineState,
  account: Pick<AccountState, 'tenantId'>,
  { externalId, id }: Claim,
): DepositRecord[] {
  if (externalId === null) return [];
  const rivals: DepositRecord[] = [];
  for (const [fundsId, accountId] of state.claims.get(paymentKey(account, externalId)) ?? []) {
    const rival = state.accounts.get(accountId)?.funds.get(fundsId);
    if (rival?.kind === 'deposit' && fundsId !== id) rivals.push(rival);
  }
  return rivals.toSorted((a, b) => a.id - b.id);
}

/**
 * Decides whether a reported payment is contested: `credited` if another account was credited with it, `rival` if another
 * claims it, undefined if neither. Refused, first reason that applies: deposit-known (the account was credited with it or
 * claims it already, or a watcher reports what was credited), too-many-claims, too-many-rival-claims. What a watcher has
 * seen arriving at an account's own address is not bounded: nobody can use the bounds up to shut it out.
 */
export function contestOf(
  state: EngineState,
  account: AccountState,
  command: Pick<RequestDeposit, 'externalId' | 'atMs' | 'isSeen'>,
): Result<DepositRecord['contested'], Refusal> {
  const { externalId, atMs, isSeen = false } = command;
  if (externalId === null) return ok(undefined);
  const credited = state.creditedPayments.get(paymentKey(account, externalId));
  const rivals = rivalsOf(state, account, command);
  const isOwn = credited?.accountId === account.id || rivals.some(({ accountId }) => accountId === account.id);
  if (isOwn || (isSeen && credited !== undefined)) return refuse('deposit-known');
  if (credited === undefined && rivals.length === 0) return ok(undefined);
  if (!isSeen && rivals.length >= claimsMax) return refuse('too-many-claims');
  const [oldest] = account.rivalClaims;
  if (!isSeen && account.rivalClaims.length >= rivalClaimsMax && oldest !== undefined && atMs - oldest < windowMs)
    return refuse('too-many-rival-claims');
  return ok(credited === undefined ? 'rival' : 'credited');
}

/** Marks the rivals of a new claim as contested; approvals so far were given without knowledge of it and are void. */
export function contestRivals(
  state: EngineState,
  account: AccountState,
  claim: Claim,
  atMs: number,
): DepositContested[] {
  return rivalsOf(state, account, claim)
    .filter(({ contested, approvals }) => contested !== 'rival' || approvals.length > 0)
    .map((rival) => {
      const funds = { ...rival, contested: 'rival', approvals: [] } as const;
      return { type: 'DepositContested', atMs, accountId: rival.accountId, funds, transfers: [] };
    });
}

/** Clears the only claim that is left on a payment once the given one is gone. */
export function clearRival(
  state: EngineState,
  account: AccountState,
  gone: FundsRecord,
  atMs: number,
): DepositCleared[] {
  if (gone.kind !== 'deposit') return [];
  const [last, ...others] = rivalsOf(state, account, gone);
  if (last?.contested !== 'rival' || others.length > 0) return [];
  const { contested: _contested, ...funds } = last;
  return [{ type: 'DepositCleared', atMs, accountId: last.accountId, funds, transfers: [] }];
}

/** Keeps the undecided claims by payment, and when an account last made one on a payment of another. */
export function evolveClaims(state: EngineState, account: AccountState, event: FundsEvent): void {
  const { funds } = event;
  if (funds.kind !== 'deposit') return;
  const before = account.funds.get(funds.id);
  if (before?.kind === 'deposit') dropClaim(state, account, before);
  if (funds.externalId !== null && !isFinished(funds)) {
    const key = paymentKey(account, funds.externalId);
    const claims = state.claims.get(key);
    if (claims === undefined) state.claims.set(key, new Map([[funds.id, account.id]]));
    else claims.set(funds.id, account.id);
  }
  if (event.type !== 'DepositRequested' || event.funds.contested === undefined) return;
  account.rivalClaims.push(event.atMs);
  if (account.rivalClaims.length > rivalClaimsMax) account.rivalClaims.shift();
}

function dropClaim(state: EngineState, account: AccountState, { id, externalId }: DepositRecord): void {
  if (externalId === null) return;
  const key = paymentKey(account, externalId);
  const claims = state.claims.get(key);
  if (claims?.delete(id) === true && claims.size === 0) state.claims.delete(key);
}
