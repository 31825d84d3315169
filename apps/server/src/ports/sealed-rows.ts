import type { TenantId } from '@candor/domain/values/ids';

/** A sealed value, and what it belongs to. */
export interface SealedValue {
  readonly companyId: TenantId;
  readonly userId: number;
  readonly name: string;
  readonly sealed: Uint8Array;
}

/** Every value in the database that is sealed by a key of the ring. */
export interface SealedRows {
  /** Seals values anew that another key than `keyId` sealed, each with its row, until none is left; answers how many. */
  reseal(companyId: TenantId, keyId: string, anew: (value: SealedValue) => Uint8Array): Promise<number>;
}
