import type { Language } from '@candor/contracts/languages';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type { DepositRecord, FundsId, FundsRecord } from '@candor/domain/engine/funds/funds-record';
import type { Refusal } from '@candor/domain/engine/refusal';
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

export interface FundsRequest {
  readonly command: FundsCommand;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

export type FundsOutcome =
  | { readonly kind: 'done'; readonly events: readonly EngineEvent[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' };

/** Undecided deposits that name one payment, by number, and the deposit it was credited with. */
export interface PaymentClaims {
  readonly claims: readonly DepositRecord[];
  readonly credited: FundsId | null;
}

/** What the money desk needs of the trading core: every movement of money is a command to it (R-FND-04). */
export interface FundsCore {
  submit(request: FundsRequest): Promise<FundsOutcome>;
  /** Whether a client's id was decided before. Rejects when another leads. */
  isDecided(accountId: AccountId, clientId: string): Promise<boolean>;
  /** The unfinished requests of an account, once they are stored. */
  unfinished(accountId: AccountId): Promise<readonly FundsRecord[]>;
  /** What claims a payment in a company under this name, and what was credited with it, once that is stored. */
  claimsOn(companyId: TenantId, externalId: string): Promise<PaymentClaims>;
  /** What may leave an account now; null while one of its orders has no price. */
  withdrawable(accountId: AccountId): Promise<Money | null>;
  /** Whether what rests on an account's lock may be paid out, for all that its positions may still lose (R-FND-47). */
  isReleasable(accountId: AccountId): Promise<boolean>;
}

/** Seals the details of bound methods, each for its own user. */
export interface DetailsSealer {
  seal(companyId: TenantId, userId: number, text: string): Buffer;
  open(companyId: TenantId, userId: number, sealed: Uint8Array): string;
  /** Keyed hash that tells equal details of a company apart from others. */
  indexOf(companyId: TenantId, text: string): Buffer;
}

/** Writes what the owner of a method is to hear of at once. */
export interface MethodMessages {
  /** With the link that takes it back, and from when it is paid to; null for at once. */
  bound(
    user: UserRecord,
    told: MethodNotice & { readonly methodId: number; readonly usableAtMs: number | null },
  ): NewMessage;
  removed(user: UserRecord, told: MethodNotice): NewMessage;
}

export interface MethodNotice {
  readonly company: Pick<CompanyRecord, 'id' | 'name' | 'hosts' | 'url'>;
  /** Currency, network and masked destination. */
  readonly method: string;
  readonly language: Language;
}

/** What the use cases of the money desk are made of; each takes what it needs. */
export interface FundsDeps {
  readonly clock: Clock;
  readonly core: FundsCore;
  readonly depositMethods: DepositMethodStore;
  readonly currencies: PayoutCurrencyStore;
  readonly methods: PayoutMethodStore;
  /** What watchers have seen. */
  readonly sightings: Pick<ObservedPaymentStore, 'seenOf' | 'ofDeposits' | 'ofTransaction' | 'claimedFunds'>;
  readonly credentials: Pick<CredentialStore, 'changedAtMs'>;
  readonly verifications: Pick<VerificationStore, 'latest'>;
  readonly limits: Pick<UserDirectory, 'limits'>;
  readonly uploads: Pick<UploadStore, 'take'>;
  /** The upload that a text names, by its id or by a link to it. */
  readonly uploadIdOf: (text: string) => string | null;
  readonly sealer: DetailsSealer;
  readonly methodMessages: MethodMessages;
  readonly wakeMessages: (companyId: TenantId) => void;
}

/** A client's own name for what it asks, and the hash of all that it asks. */
export interface AskedAs {
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

export async function fundsSettingsOf(
  store: Pick<PayoutCurrencyStore, 'settings'>,
  companyId: TenantId,
): Promise<FundsSettings> {
  return (await store.settings(companyId)) ?? defaultFundsSettings;
}
