import type { Language } from '@candor/contracts/languages';
import type { CompanyId } from '@candor/domain/values/ids';
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
import type { KeyedTurns } from '../../ports/guards.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { UserDirectory } from '../../ports/operators.ts';
import type { ObservedPaymentStore } from '../../ports/payment-watch.ts';
import type { TradingPort } from '../../ports/trading-port.ts';

/** The part of the trading core that the money desk uses: every movement of money is a command (R-FND-04). */
export type FundsCore = Pick<TradingPort, 'submit' | 'findAnswer' | 'viewAccount' | 'viewWithdrawable' | 'viewPayment'>;

/** Seals payout method details per user. */
export interface DetailsSealer {
  seal(companyId: CompanyId, userId: number, text: string): Buffer;
  open(companyId: CompanyId, userId: number, sealed: Uint8Array): string;
  /** Keyed hash; equal for equal details within a company. */
  indexOf(companyId: CompanyId, text: string): Buffer;
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
  readonly wakeMessages: (companyId: CompanyId) => void;
  readonly turns: KeyedTurns;
}

export async function fundsSettingsOf(
  store: Pick<PayoutCurrencyStore, 'settings'>,
  companyId: CompanyId,
): Promise<FundsSettings> {
  return (await store.settings(companyId)) ?? defaultFundsSettings;
}
