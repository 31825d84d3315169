import type { TenantId } from '@candor/domain/values/ids';

/** Keeps files that were sealed before they came here. Names are random, so none says whose it is or what it shows. */
export interface FileStore {
  /** On the disk whole, or not there at all. */
  write(companyId: TenantId, name: string, sealed: Uint8Array): Promise<void>;
  /** Null when there is none. */
  read(companyId: TenantId, name: string): Promise<Uint8Array | null>;
  /** No matter whether it is there. */
  remove(companyId: TenantId, name: string): Promise<void>;
}
