import type { EngineEvent } from '@candor/domain/engine/event';
import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type { DepositRecord, FundsRecord } from '@candor/domain/engine/funds/funds-record';
import type { Refusal } from '@candor/domain/engine/refusal';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { Clock } from '../../ports/clock.ts';
import type { AddressBook, ObservedPaymentRecord, ObservedPaymentStore } from '../../ports/payment-watch.ts';

export interface WatchRequest {
  readonly command: FundsCommand;
  readonly clientId: string;
  readonly bodyHash: string;
}

export type WatchOutcome =
  | { readonly kind: 'done'; readonly events: readonly EngineEvent[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'conflict' | 'busy' | 'unavailable' };

/** What watching needs of the trading core: every credit is a command to it (R-FND-04). */
export interface WatchCore {
  submit(request: WatchRequest): Promise<WatchOutcome>;
  /** The unfinished requests of an account, once they are stored. */
  unfinished(accountId: AccountId): Promise<readonly FundsRecord[]>;
  /** Deposits of a company that wait for approval, once they are stored. */
  waitingDeposits(companyId: TenantId): Promise<readonly DepositRecord[]>;
  /** Whether a payment was credited in the company under this name, once that is stored. */
  isCredited(companyId: TenantId, externalId: string): Promise<boolean>;
}

/** What a company lets watchers do, in its account currency. */
export interface WatchLimits {
  /** Credited unseen up to this; 0 lets nothing be. */
  readonly autoCreditMax: Money;
  /** From this on two must approve. */
  readonly depositSecondFrom: Money;
}

/** The hash of all that an approver is shown of a deposit. */
export type HashDeposit = (
  companyId: TenantId,
  paidTo: string,
  deposit: Pick<
    DepositRecord,
    | 'accountId'
    | 'requestedAtMs'
    | 'method'
    | 'paid'
    | 'paidCurrency'
    | 'rate'
    | 'credit'
    | 'optionId'
    | 'proofId'
    | 'externalId'
  >,
) => string;

export interface WatchDeps {
  readonly store: ObservedPaymentStore;
  readonly book: AddressBook;
  readonly core: WatchCore;
  readonly clock: Clock;
  readonly limits: (companyId: TenantId) => Promise<WatchLimits>;
  readonly hashDeposit: HashDeposit;
  /** An address as the sightings of a watcher write it. */
  readonly normalize: (watcher: string, address: string) => string;
  readonly companies: () => Promise<readonly { readonly id: TenantId }[]>;
  /** A payment that was requested or credited is gone from its chain: a person must see to it, and nothing is taken back by itself. */
  readonly onReverted: (record: ObservedPaymentRecord) => void;
  readonly onError: (error: Error) => void;
}
