import type { Sessions } from '@candor/domain/calc/session-hours';
import type { EngineEvent } from '@candor/domain/engine/event';
import { lockedBalance } from '@candor/domain/engine/facts';
import type {
  AmendFunds,
  ApproveFunds,
  MarkWithdrawalPaid,
  ProposeCorrection,
  RequestDeposit,
  RequestWithdrawal,
} from '@candor/domain/engine/funds/funds-command';
import type { FundsActor, FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type { Refusal } from '@candor/domain/engine/refusal';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { formatMoney } from '@candor/domain/values/money';
import { EngineScenario } from './engine-scenario.ts';
import {
  approvalOf,
  cancellationOf,
  correctionOf,
  depositOf,
  dollars,
  fundsId,
  operator,
  payoutOf,
  rejectionOf,
  secondNever,
  toE8,
  withdrawalOf,
} from './funds-commands.ts';

type Happened = EngineEvent[] | Refusal;

/** One real account, its operators and a watcher. Requests are numbered from 1; amounts are in dollars. */
export class FundsScenario extends EngineScenario {
  #hashes = 0;

  constructor(balance = '0', options: { sessions?: Sessions } = {}) {
    super({ realm: 'real', ...options });
    if (balance === '0') return;
    this.deposit({ paid: toE8(balance) });
    this.approve(1);
  }

  deposit(changes: Partial<RequestDeposit> = {}): Happened {
    return this.run(depositOf(this.source(), { payloadHash: this.newHash(), ...changes }));
  }

  withdraw(amount: string, changes: Partial<RequestWithdrawal> = {}): Happened {
    return this.run(withdrawalOf(this.source(), amount, { payloadHash: this.newHash(), ...changes }));
  }

  correct(amount: string, changes: Partial<ProposeCorrection> = {}): Happened {
    return this.run(correctionOf(this.source(), amount, { payloadHash: this.newHash(), ...changes }));
  }

  approve(id: number, by: FundsActor = operator(1), changes: Partial<ApproveFunds> = {}): Happened {
    return this.run({ ...approvalOf(this.source(), id, by, this.hashOf(id)), ...changes });
  }

  reject(id: number, isVoid = false): Happened {
    return this.run(rejectionOf(this.source(), id, isVoid));
  }

  pay(
    id: number,
    payloadHash = this.hashOf(id),
    by = operator(9),
    changes: Partial<MarkWithdrawalPaid> = {},
  ): Happened {
    return this.run({ ...payoutOf(this.source(), id, payloadHash), by, ...changes });
  }

  cancelWithdrawal(id: number, accountId = this.accountId): Happened {
    return this.run({ ...cancellationOf(this.source(), id), accountId });
  }

  amendFunds(
    id: number,
    change: AmendFunds['change'],
    { by = operator(1), payloadHash = this.newHash(), secondFrom = secondNever } = {},
  ): Happened {
    const about = { ...this.source(), fundsId: fundsId(id) };
    return this.run({ ...about, type: 'AmendFunds', by, change, secondFrom, payloadHash });
  }

  funds(id: number): FundsRequest | undefined {
    return this.state.accounts.get(this.accountId)?.funds.get(fundsId(id));
  }

  /** Opens another account of the same company. */
  openOther(accountId: number, realm: 'demo' | 'real' = 'real'): AccountId {
    const id = accountId as AccountId;
    const grant = dollars(realm === 'demo' ? '100' : '0');
    const about = { tenantId: 1 as CompanyId, realm, currency: 'USD', grant };
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
}
