import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { StatedPosting } from './projection-store.ts';

export interface StatementAsk {
  readonly companyId: TenantId;
  readonly accountId: AccountId;
  /** The account's balance in the ledger. */
  readonly key: LedgerKey;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  /** Nothing is read of a period with more postings than this, or more closed orders. */
  readonly rowsMax: number;
}

/** What the tables hold of an account's period, all as of one instant. */
export interface StatementRows {
  /** Sum of every posting before the period. */
  readonly opening: Money;
  /** The balance that stands beside the last posting before the period's end. */
  readonly closing: Money;
  /** Oldest first. */
  readonly postings: readonly StatedPosting[];
  /** Closed in the period, oldest first. */
  readonly orders: readonly OrderRecord[];
  /** Every order that `orders` were opened as or with: themselves, the wholes they are parts of, and the other parts. */
  readonly families: readonly OrderRecord[];
  /** What was charged at the opening of those, by the id of the whole. */
  readonly feesCharged: ReadonlyMap<number, Money>;
}

export interface StatementStore {
  /** Null where there is more than `rowsMax`. */
  read(ask: StatementAsk): Promise<StatementRows | null>;
}
