import type { CompanyId, OrderId } from '@candor/domain/values/ids';

/** Note and tags that a user wrote about one of their orders. */
export interface NoteRecord {
  readonly note: string;
  readonly tags: readonly string[];
  /** 0 without note and tags. */
  readonly version: number;
}

/** Notes and tags of users about their own orders, one company at a time. */
export interface NoteStore {
  note(companyId: CompanyId, userId: number, orderId: OrderId): Promise<NoteRecord>;
  /** Notes of some orders, by order; orders without one are missing. */
  notesOf(companyId: CompanyId, userId: number, orderIds: readonly OrderId[]): Promise<ReadonlyMap<number, NoteRecord>>;
  /** Tags of the newest noted orders, each once, the latest first. */
  knownTags(companyId: CompanyId, userId: number): Promise<string[]>;
  /**
   * Replaces note and tags unless `version` is out of date; `full` if the user has `notesMax` other ones. Returns what is
   * stored afterwards.
   */
  setNote(
    companyId: CompanyId,
    userId: number,
    orderId: OrderId,
    change: NoteRecord & { readonly notesMax: number; readonly nowMs: number },
  ): Promise<NoteRecord & { readonly outcome: 'changed' | 'outdated' | 'full' }>;
}
