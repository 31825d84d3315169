import type { RefusalRule } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import type { RequestDeposit } from './funds-command.ts';
import {
  type DepositCleared,
  type DepositContested,
  type DepositRecord,
  type FundsEvent,
  type FundsRequest,
  type FundsRequestId,
  isFinished,
} from './funds-request.ts';
import { bareName, creditOf, paymentKey } from './used-payments.ts';

/** External payment with its id and transaction. */
export interface NamedPayment {
  readonly externalId: string;
  readonly transaction: string;
}

export interface SeenPayment extends NamedPayment {
  readonly method: DepositRecord['method'];
  readonly amount: bigint;
  readonly currency: string;
}

/**
 * Returns the spellings under which a payment may be reported: its id or its transaction, each with or without `0x`, in
 * upper or lower case.
 */
export function namesOf({ externalId, transaction }: NamedPayment): readonly string[] {
  const bare = transaction.replace(/^0x/i, '');
  const written = [externalId, transaction, bare, `0x${bare}`, `0x${bare.toUpperCase()}`, bare.toUpperCase()];
  return [...new Set(written)];
}

/** Returns the stored spellings that a written payment may match; networks write transactions in lower case. */
export function spellingsOf(written: string): readonly string[] {
  const bare = bareName(written);
  return bare === '' ? [] : [...new Set([written.trim(), written.trim().toLowerCase(), bare, `0x${bare}`])];
}

/** True if a reported deposit names this payment. */
export function isNamed(deposit: Pick<DepositRecord, 'externalId'>, payment: NamedPayment): boolean {
  const name = bareName(deposit.externalId ?? '');
  return name !== '' && namesOf(payment).some((one) => bareName(one) === name);
}

/** Returns the report that matches a payment: by its name, or unnamed with exactly its amount. */
export function findReport(deposits: readonly DepositRecord[], payment: SeenPayment): DepositRecord | undefined {
  const isUnnamed = ({ externalId, method, paid, paidCurrency }: DepositRecord) =>
    externalId === null && method === payment.method && paid === payment.amount && paidCurrency === payment.currency;
  return deposits.find((deposit) => isNamed(deposit, payment)) ?? deposits.find(isUnnamed);
}

/** Transaction hash as people copy it, with an optional output. */
const copiedHash = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?::\w{1,8})?(?![0-9a-z])/i;

/**
 * Extracts the payment's name from user input: the hash out of a link or a sentence, so that one payment has one name
 * however it was copied; otherwise the text itself.
 */
export function nameIn(written: string): string {
  const text = written.trim();
  return /[^\w:.-]/.test(text) ? (copiedHash.exec(text)?.[0] ?? text) : text;
}

/** Maximum undecided claims on one payment; further reports are refused until operators decide. */
export const claimsMax = 5;
/** Maximum claims of one account within 24 hours on payments that another account claims or was credited with. */
export const rivalClaimsMax = 3;
const windowMs = 24 * 3_600_000;

type Claim = Pick<DepositRecord, 'externalId'> & { readonly id?: FundsRequestId };

/**
 * Returns the other undecided deposits that claim the same payment, by number. None is approved until an operator
 * chooses one (R-FND-44).
 */
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

/** Facts about a claim of an account on a payment. */
export interface PaymentClaim {
  /** True if the account was credited with the payment or claims it already. */
  readonly isOwn: boolean;
  readonly isCredited: boolean;
  /** True if a watcher saw the payment arrive. */
  readonly isSeen: boolean;
  /** `credited` if another account was credited with the payment, `rival` if another claims it, null if neither. */
  readonly contest: 'credited' | 'rival' | null;
  /** Undecided claims on the payment. */
  readonly claims: number;
  /** True if the account made as many claims on payments of others within 24 hours as it may. */
  readonly isAtRivalMax: boolean;
}

/** Gathers the facts about the payment that a deposit reports. */
export function claimOf(
  state: EngineState,
  account: AccountState,
  command: Pick<RequestDeposit, 'externalId' | 'atMs' | 'isSeen' | 'found'>,
): PaymentClaim {
  const { externalId, atMs, isSeen = false } = command;
  const credited = externalId === null ? undefined : creditOf(state, paymentKey(account, externalId), command);
  const rivals = rivalsOf(state, account, command);
  const isFull = account.rivalClaims.length >= rivalClaimsMax;
  return {
    isOwn: credited?.accountId === account.id || rivals.some(({ accountId }) => accountId === account.id),
    isCredited: credited !== undefined,
    isSeen,
    contest: credited !== undefined ? 'credited' : rivals.length > 0 ? 'rival' : null,
    claims: rivals.length,
    // Each of them: their times do not increase if the clock was confirmed ahead and set back.
    isAtRivalMax: isFull && account.rivalClaims.every((claimedMs) => atMs - claimedMs < windowMs),
  };
}

/**
 * Refusals of a claim on a payment, in their order. A payment that a watcher saw arrive at the account's own address is not
 * bounded: nobody can use the bounds up to shut it out.
 */
export const claimRefusals: readonly RefusalRule<{ readonly claim: PaymentClaim }>[] = [
  {
    code: 'deposit-known',
    when: 'the account was credited with the payment or claims it, or a watcher reports one that was credited',
    applies: ({ claim }) => claim.isOwn || (claim.isSeen && claim.isCredited),
  },
  {
    code: 'too-many-claims',
    when: `the payment has ${claimsMax} undecided claims; not for a watcher`,
    applies: ({ claim }) => !claim.isSeen && claim.claims >= claimsMax,
  },
  {
    code: 'too-many-rival-claims',
    when: `the payment is of another account, and the account claimed ${rivalClaimsMax} such within 24 hours; not for a watcher`,
    applies: ({ claim }) => !claim.isSeen && claim.contest !== null && claim.isAtRivalMax,
  },
];

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

/** Clears the contest of the last remaining claim on a payment once the given claim is gone. */
export function clearRival(
  state: EngineState,
  account: AccountState,
  gone: FundsRequest,
  atMs: number,
): DepositCleared[] {
  if (gone.kind !== 'deposit') return [];
  const [last, ...others] = rivalsOf(state, account, gone);
  if (last?.contested !== 'rival' || others.length > 0) return [];
  const { contested: _contested, ...funds } = last;
  return [{ type: 'DepositCleared', atMs, accountId: last.accountId, funds, transfers: [] }];
}

/** Updates the undecided claims by payment, and the times of an account's claims on payments of others. */
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
