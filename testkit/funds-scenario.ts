import { calculateCredit } from '@candor/domain/calc/deposit';
import { calculateReceived } from '@candor/domain/calc/withdrawal';
import type { EngineEvent } from '@candor/domain/engine/event';
import type {
  AmendFunds,
  ApproveFunds,
  ProposeCorrection,
  RequestDeposit,
  RequestWithdrawal,
} from '@candor/domain/engine/funds/funds-command';
import type { FundsActor, FundsId, FundsRecord, OperatorActor } from '@candor/domain/engine/funds/funds-record';
import type { Refusal } from '@candor/domain/engine/refusal';
import { lockedBalance } from '@candor/domain/engine/state';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import { formatMoney, type Money, parseMoney } from '@candor/domain/values/money';
import { EngineScenario } from './engine-scenario.ts';

export const operator = (id: number): OperatorActor => ({ kind: 'operator', id });
export const watcher = (name: string): FundsActor => ({ kind: 'watcher', name });
export const rateOne = 100_000_000n;

/** One real account, its operators and a watcher. Requests are numbered from 1 on; sums are in dollars. */
export class FundsScenario extends EngineScenario {
  #hashes = 0;

  constructor(balance = '0') {
    super({ realm: 'real' });
    if (balance === '0') return;
    this.deposit({ paid: toE8(balance), credit: dollars(balance) });
    this.approve(1);
  }

  deposit(changes: Partial<RequestDeposit> = {}): EngineEvent[] | Refusal {
    const { paid = toE8('100.00'), rate = rateOne } = changes;
    return this.run({
      ...this.source(),
      type: 'RequestDeposit',
      method: 'coin',
      paid,
      paidCurrency: 'USDT',
      rate,
      credit: rate > 0n ? calculateCredit(paid, rate) : dollars('1'),
      optionId: 1,
      proofId: 'proof',
      externalId: null,
      payloadHash: this.newHash(),
      approvalsNeeded: 1,
      ...changes,
    });
  }

  withdraw(amount: string, changes: Partial<RequestWithdrawal> = {}): EngineEvent[] | Refusal {
    const { fee = dollars('1'), rate = rateOne, payoutCurrency = 'USDT' } = changes;
    const asked = changes.amount ?? dollars(amount);
    return this.run({
      ...this.source(),
      type: 'RequestWithdrawal',
      method: 'coin',
      amount: asked,
      fee,
      received: calculateReceived(asked, fee, rate, payoutCurrency),
      payoutCurrency,
      rate,
      methodId: 1,
      methodHash: 'method',
      memo: '12n',
      payloadHash: this.newHash(),
      approvalsNeeded: 1,
      ...changes,
    });
  }

  correct(amount: string, changes: Partial<ProposeCorrection> = {}): EngineEvent[] | Refusal {
    return this.run({
      ...this.source(),
      type: 'ProposeCorrection',
      amount: dollars(amount),
      reason: 'fee charged twice',
      proposedBy: operator(1),
      payloadHash: this.newHash(),
      ...changes,
    });
  }

  approve(id: number, by: FundsActor = operator(1), changes: Partial<ApproveFunds> = {}): EngineEvent[] | Refusal {
    return this.run({ ...this.#of(id), type: 'ApproveFunds', by, payloadHash: this.hashOf(id), ...changes });
  }

  reject(id: number, isVoid = false): EngineEvent[] | Refusal {
    return this.run({ ...this.#of(id), type: 'RejectFunds', by: operator(1), remark: 'no', isVoid });
  }

  pay(id: number, payloadHash = this.hashOf(id)): EngineEvent[] | Refusal {
    return this.run({ ...this.#of(id), type: 'MarkWithdrawalPaid', by: operator(1), externalId: 'tx', payloadHash });
  }

  cancelWithdrawal(id: number, accountId = this.accountId): EngineEvent[] | Refusal {
    return this.run({ ...this.#of(id), accountId, type: 'CancelWithdrawal' });
  }

  amendFunds(
    id: number,
    change: AmendFunds['change'],
    { by = operator(1), payloadHash = this.newHash() } = {},
  ): EngineEvent[] | Refusal {
    return this.run({ ...this.#of(id), type: 'AmendFunds', by, change, approvalsNeeded: 1, payloadHash });
  }

  funds(id: number): FundsRecord | undefined {
    return this.state.accounts.get(this.accountId)?.funds.get(fundsId(id));
  }

  /** A second account of the same company. */
  openOther(accountId: number, realm: 'demo' | 'real' = 'real'): AccountId {
    const id = accountId as AccountId;
    const grant = dollars(realm === 'demo' ? '100' : '0');
    const about = { tenantId: 1 as TenantId, realm, currency: 'USD', grant };
    this.run({ ...this.source(), type: 'OpenAccount', accountId: id, ...about });
    return id;
  }

  get locked(): string {
    const account = this.state.accounts.get(this.accountId);
    return account === undefined ? 'no account' : formatMoney(lockedBalance(this.state, account));
  }

  hashOf(id: number): string {
    return this.funds(id)?.payloadHash ?? 'gone';
  }

  newHash(): string {
    this.#hashes += 1;
    return `hash ${this.#hashes}`;
  }

  #of(id: number) {
    return { ...this.source(), fundsId: fundsId(id) };
  }
}

export function fundsId(at: number): FundsId {
  return (1_000_000 + at) as FundsId;
}

export function dollars(text: string): Money {
  const money = parseMoney(text);
  if (money === null) throw new Error(`The test names no legal sum: ${text}`);
  return money;
}

/** A sum as it was paid, in 10⁻⁸. */
export function toE8(text: string): bigint {
  return dollars(text) * 100n;
}
