import { calculateCredit, calculateReceived } from '@candor/domain/calc/funds';
import type { OpenAccount } from '@candor/domain/engine/command';
import type {
  ApproveFunds,
  CancelWithdrawal,
  MarkWithdrawalPaid,
  ProposeCorrection,
  RejectFunds,
  RequestDeposit,
  RequestWithdrawal,
} from '@candor/domain/engine/funds/funds-command';
import type { FundsActor, FundsRequestId, OperatorActor } from '@candor/domain/engine/funds/funds-request';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { type Money, parseMoney, toMoney, zeroMoney } from '@candor/domain/values/money';

// Commands of the money desk with defaults for fields that a test does not set.

export const operator = (id: number): OperatorActor => ({ kind: 'operator', id });
export const watcher = (name: string): FundsActor => ({ kind: 'watcher', name });
export const rateOne = 100_000_000n;
/** Threshold that never needs a second approval; `secondAlways` always needs one. */
export const secondNever = toMoney(10n ** 18n);
export const secondAlways = zeroMoney;

/** Common fields of all commands. */
export interface Source {
  readonly atMs: number;
  readonly accountId: AccountId;
}

export function openReal(source: Source, tenantId = 1): OpenAccount {
  return {
    ...source,
    type: 'OpenAccount',
    tenantId: tenantId as CompanyId,
    realm: 'real',
    currency: 'USD',
    grant: zeroMoney,
  };
}

/** Returns a deposit request; 100 USDT by default. */
export function depositOf(source: Source, changes: Partial<RequestDeposit> = {}): RequestDeposit {
  const { paid = toE8('100.00'), rate = rateOne } = changes;
  return {
    ...source,
    type: 'RequestDeposit',
    method: 'coin',
    paid,
    paidCurrency: 'USDT',
    rate,
    credit: rate > 0n ? calculateCredit(paid, rate) : dollars('1'),
    optionId: 1,
    proofId: 'proof',
    externalId: null,
    payloadHash: 'shown',
    secondFrom: secondNever,
    ...changes,
  };
}

/** Returns a withdrawal request paid out in USDT, with a fee of 1 USD by default. */
export function withdrawalOf(source: Source, sum: string, changes: Partial<RequestWithdrawal> = {}): RequestWithdrawal {
  const { amount = dollars(sum), fee = dollars('1'), rate = rateOne, payoutCurrency = 'USDT' } = changes;
  return {
    ...source,
    type: 'RequestWithdrawal',
    method: 'coin',
    amount,
    fee,
    received: calculateReceived(amount, fee, rate, payoutCurrency),
    payoutCurrency,
    rate,
    methodId: 1,
    methodHash: 'method',
    memo: '12n',
    payloadHash: 'shown',
    secondFrom: secondNever,
    ...changes,
  };
}

export function correctionOf(source: Source, sum: string, changes: Partial<ProposeCorrection> = {}): ProposeCorrection {
  const asked = { reason: 'fee charged twice', proposedBy: operator(1), payloadHash: 'shown' };
  return { ...source, type: 'ProposeCorrection', amount: dollars(sum), ...asked, ...changes };
}

export function approvalOf(source: Source, id: number, by: FundsActor, payloadHash = 'shown'): ApproveFunds {
  return { ...source, type: 'ApproveFunds', fundsId: fundsId(id), by, payloadHash };
}

export function rejectionOf(source: Source, id: number, isVoid = false): RejectFunds {
  return { ...source, type: 'RejectFunds', fundsId: fundsId(id), by: operator(1), remark: 'no', isVoid };
}

export function payoutOf(source: Source, id: number, payloadHash = 'shown'): MarkWithdrawalPaid {
  const paid = { by: operator(9), externalId: `tx-${id}`, payloadHash };
  return { ...source, type: 'MarkWithdrawalPaid', fundsId: fundsId(id), ...paid };
}

export function cancellationOf(source: Source, id: number): CancelWithdrawal {
  return { ...source, type: 'CancelWithdrawal', fundsId: fundsId(id) };
}

/** Returns the id of a request; tests number requests from 1. */
export function fundsId(at: number): FundsRequestId {
  return (1_000_000 + at) as FundsRequestId;
}

export function dollars(text: string): Money {
  const money = parseMoney(text);
  if (money === null) throw new Error(`The test names no legal sum: ${text}`);
  return money;
}

/** Parses a paid amount into units of 10⁻⁸. */
export function toE8(text: string): bigint {
  return dollars(text) * 100n;
}
