import type { Transfer } from '../ledger/transfer.ts';
import type { AccountId, Currency, Realm, TenantId } from '../values/ids.ts';
import type { OrderRecord } from './order.ts';

export interface AccountOpened {
  readonly type: 'AccountOpened';
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly tenantId: TenantId;
  readonly realm: Realm;
  readonly currency: Currency;
  readonly transfers: readonly Transfer[];
}

/** The order as it stands after the event, and the money that moved with it. */
interface OrderEvent<Type extends string> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly order: OrderRecord;
  readonly transfers: readonly Transfer[];
}

export type OrderPlaced = OrderEvent<'OrderPlaced'>;
export type OrderOpened = OrderEvent<'OrderOpened'>;
export type OrderClosed = OrderEvent<'OrderClosed'>;
export type OrderCancelled = OrderEvent<'OrderCancelled'>;
export type StopsAmended = OrderEvent<'StopsAmended'>;

/** Part of an order was closed: `closed` is that part under its own id, `order` what stays open. */
export interface OrderReduced extends OrderEvent<'OrderReduced'> {
  readonly closed: OrderRecord;
}

export type EngineEvent =
  | AccountOpened
  | OrderPlaced
  | OrderOpened
  | OrderClosed
  | OrderReduced
  | OrderCancelled
  | StopsAmended;
