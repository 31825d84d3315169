import type { Language } from '@candor/contracts/languages';
import type { CashRequest, CashRequestId, DepositRecord } from '@candor/domain/engine/funds/cash-request';
import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { CredentialStore } from '../../ports/credentials.ts';
import type { UploadStore, VerificationStore } from '../../ports/documents.ts';
import {
  type DepositMethodStore,
  defaultFundsSettings,
  type FundsSettings,
  type PayoutCurrencyStore,
  type PayoutMethodStore,
} from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { UserDirectory } from '../../ports/operators.ts';
import type { ObservedPaymentStore } from '../../ports/payment-watch.ts';
import type { IdempotencyKey, TradingPort } from '../../ports/trading-port.ts';

/** Request of the money desk to the core. */
export interface FundsRequest extends IdempotencyKey {
  readonly command: FundsCommand;
}

/** Undecided deposits that claim one payment, by number, and the deposit credited with it. */
export interface PaymentClaims {
  readonly claims: readonly DepositRecord[];
  readonly credited: CashRequestId | null;
}

/** The part of the trading core that the money desk uses: every movement of money is a command (R-FND-04). */
export interface FundsCore extends Pick<TradingPort, 'submit' | 'findAnswer'> {
  /** Unfinished requests of an account, read once they are stored. */
  unfinished(accountId: AccountId): Promise<readonly CashRequest[]>;
  /** Claims on a payment and the deposit credited with it, read once they are stored. */
  claimsOn(companyId: TenantId, externalId: string): Promise<PaymentClaims>;
  /** Withdrawable amount; null while one of the account's orders has no price. */
  withdrawable(accountId: AccountId): Promise<Money | null>;
  /** True if the locked amount may be paid out given what open positions may still lose (R-FND-47). */
  isReleasable(accountId: AccountId): Promise<boolean>;
}

/** Seals payout method details per user. */
export interface DetailsSealer {
  seal(companyId: TenantId, userId: number, text: string): Buffer;
  open(companyId: TenantId, userId: number, sealed: Uint8Array): string;
  /** Keyed hash; equal for equal details within a company. */
  indexOf(companyId: TenantId, text: string): Buffer;
}

/** Writes security notices about payout methods. */
export interface MethodMessages {
  /** Contains the take-back link. `usableAtMs`: when payouts to it start; null for at once. */
  bound(
    user: UserRecord,
    notice: MethodNotice & { readonly methodId: number; readonly usableAtMs: number | null },
  ): NewMessage;
  removed(user: UserRecord, notice: MethodNotice): NewMessage;
}

export interface MethodNotice {
  readonly company: Pick<CompanyRecord, 'id' | 'name' | 'hosts' | 'url'>;
  /** Currency, network and masked destination. */
  readonly method: string;
  readonly language: Language;
}

/** Dependencies of the money desk's use cases; each takes a subset. */
export interface FundsDeps {
  readonly clock: Clock;
  readonly core: FundsCore;
  readonly depositMethods: DepositMethodStore;
  readonly currencies: PayoutCurrencyStore;
  readonly methods: PayoutMethodStore;
  /** Payments that watchers observed. */
  readonly observedPayments: Pick<ObservedPaymentStore, 'seenOf' | 'ofDeposits' | 'ofTransaction' | 'claimedFunds'>;
  readonly credentials: Pick<CredentialStore, 'changedAtMs'>;
  readonly verifications: Pick<VerificationStore, 'latest'>;
  readonly limits: Pick<UserDirectory, 'limits'>;
  readonly uploads: Pick<UploadStore, 'take'>;
  /** Returns the upload id that a text names by id or link. */
  readonly uploadIdOf: (text: string) => string | null;
  readonly sealer: DetailsSealer;
  readonly methodMessages: MethodMessages;
  readonly wakeMessages: (companyId: TenantId) => void;
}

export async function fundsSettingsOf(
  store: Pick<PayoutCurrencyStore, 'settings'>,
  companyId: TenantId,
): Promise<FundsSettings> {
  return (await store.settings(companyId)) ?? defaultFundsSettings;
}
