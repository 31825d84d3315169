import type { DepositContent } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { Clock } from '../../ports/clock.ts';
import type { AddressBook, ObservedPaymentRecord, ObservedPaymentStore } from '../../ports/payment-watch.ts';
import type { TradingPort } from '../../ports/trading-port.ts';

/** The part of the trading core that watching uses: every credit is a command (R-FND-04). */
export type WatchCore = Pick<TradingPort, 'submit' | 'viewAccount' | 'viewPayment' | 'waitingDeposits'>;

/** Limits of automatic crediting, in the company's account currency. */
export interface WatchLimits {
  /** Largest amount credited without an operator; 0 turns automatic crediting off. */
  readonly autoCreditMax: Money;
  /** Amount from which two approvals are needed. */
  readonly depositSecondFrom: Money;
}

/** Returns the hash of everything an approver is shown of a deposit. */
export type HashDeposit = (companyId: CompanyId, paidTo: string, deposit: DepositContent) => string;

export interface WatchDeps {
  readonly store: ObservedPaymentStore;
  readonly addressBook: AddressBook;
  readonly core: WatchCore;
  readonly clock: Clock;
  readonly limits: (companyId: CompanyId) => Promise<WatchLimits>;
  readonly hashDeposit: HashDeposit;
  /** Returns an address in the form that the watcher reports it in. */
  readonly normalize: (watcher: string, address: string) => string;
  readonly companies: () => Promise<readonly { readonly id: CompanyId }[]>;
  /**
   * Called when a requested or credited payment has left its chain: an operator must act; nothing is taken back
   * automatically.
   */
  readonly onReverted: (record: ObservedPaymentRecord) => void;
  readonly onError: (error: Error) => void;
}
