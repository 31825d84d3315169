import type { CompanyId } from '@candor/domain/values/ids';

/** A page of one kind of rows about a person. */
export interface OwnRows {
  /** Rows as JSON objects, in the order of their keys. */
  readonly rows: readonly Record<string, unknown>[];
  /** Key after which the next page begins; null after the last page. */
  readonly next: string | null;
}

/** Everything that the tables keep about one person. */
export interface OwnDataStore {
  /** Names of the kinds, in the order of the file. */
  readonly kinds: readonly string[];
  read(companyId: CompanyId, userId: number, kind: string, after: string | null): Promise<OwnRows>;
}
