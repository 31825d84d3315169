import type { TenantId } from '@candor/domain/values/ids';
import type { DrawCurrencyTerms } from './draw-currency-store.ts';
import type { NewMessage } from './outbox-store.ts';

/** Somewhere a user is paid to. */
export interface DrawMethodRecord {
  readonly id: number;
  readonly userId: number;
  readonly currency: Pick<DrawCurrencyTerms, 'kind' | 'code' | 'protocol'> & { readonly id: number };
  /** Null once they were erased. */
  readonly detailsSealed: Uint8Array | null;
  /** Keyed hash of the details: tells equal ones apart from others, and what was changed. */
  readonly detailsIndex: Buffer;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
  readonly isRemoved: boolean;
}

export interface NewDrawMethod {
  readonly companyId: TenantId;
  readonly userId: number;
  readonly currencyId: number;
  readonly kind: DrawCurrencyTerms['kind'];
  readonly detailsSealed: Uint8Array;
  readonly detailsIndex: Buffer;
  readonly clientId: string | null;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
  /** To its owner, once the method has its number. */
  readonly message: (methodId: number) => NewMessage;
}

export type BindOutcome =
  | { readonly kind: 'bound' | 'repeated'; readonly method: DrawMethodRecord }
  | { readonly kind: 'conflict' | 'exists' | 'too-many' };

/** Bound methods of one company at a time; a removed one is kept for the withdrawals that named it. */
export interface DrawMethodStore {
  /** Those of a user that are bound now, newest first. */
  list(companyId: TenantId, userId: number): Promise<DrawMethodRecord[]>;
  /** Any method of a user, also one that was removed. */
  find(companyId: TenantId, userId: number, id: number): Promise<DrawMethodRecord | null>;
  /** What a user asked for under this client id before. */
  findAsked(companyId: TenantId, userId: number, clientId: string): Promise<DrawMethodRecord | null>;
  /** The methods with these ids, removed ones included. */
  among(companyId: TenantId, ids: readonly number[]): Promise<DrawMethodRecord[]>;
  /** With its message, whole or not at all; of several at once no more than `max` are bound. */
  bind(method: NewDrawMethod, max: number): Promise<BindOutcome>;
  /** With its message, whole or not at all. False when the user has no such method. */
  remove(
    companyId: TenantId,
    userId: number,
    id: number,
    { atMs, message }: { readonly atMs: number; readonly message: NewMessage },
  ): Promise<boolean>;
}
