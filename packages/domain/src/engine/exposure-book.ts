import type { AccountId, CompanyId, InstrumentId, Realm } from '../values/ids.ts';
import type { OpenOrder, OrderRecord } from './order.ts';

/** Exact sums of one side: lots in their smallest steps, and lots times opening price in ticks. */
export interface ExposureSide {
  lots: number;
  lotsPrice: bigint;
}

/** Sums over the open orders of one instrument. */
export interface ExposureSums {
  readonly buy: ExposureSide;
  readonly sell: ExposureSide;
  orders: number;
  /** Accounts with at least one of these orders. */
  accounts: number;
}

/** Account with its orders, after the change. */
interface Holder {
  readonly id: AccountId;
  readonly tenantId: CompanyId;
  readonly realm: Realm;
  readonly orders: ReadonlyMap<unknown, OrderRecord>;
}

type SumsById = Map<InstrumentId, ExposureSums>;

/**
 * Sums of the clients' open orders by company, realm and instrument, kept up to date with each order that opens, is reduced or
 * ends (R-OPS-60). One that opens or ends looks for another one of its account, which holds at most as many as the policy
 * allows. Reading is independent of the number of orders. Derived, never stored.
 */
export class ExposureBook {
  readonly #byCompany = new Map<CompanyId, Record<Realm, SumsById>>();

  /** Follows an order of an account from `before` to `after`; undefined for none. */
  change(account: Holder, before: OrderRecord | undefined, after: OrderRecord | undefined): void {
    const [was, is] = [openOf(before), openOf(after)];
    const order = was ?? is;
    if (order === undefined) return;
    const sums = this.#sumsOf(account, order.instrumentId);
    if (was !== undefined) add(sums, was, -1);
    if (is !== undefined) add(sums, is, 1);
    const isSame = was !== undefined && is !== undefined;
    if (!isSame && !hasOthers(account, order)) sums.accounts += is === undefined ? -1 : 1;
    if (sums.orders === 0) this.#byCompany.get(account.tenantId)?.[account.realm].delete(order.instrumentId);
  }

  /** Returns the sums of a company's real or demo accounts by instrument; instruments without open orders are left out. */
  of(companyId: CompanyId, realm: Realm): ReadonlyMap<InstrumentId, Readonly<ExposureSums>> {
    return this.#byCompany.get(companyId)?.[realm] ?? new Map();
  }

  #sumsOf({ tenantId, realm }: Holder, id: InstrumentId): ExposureSums {
    let realms = this.#byCompany.get(tenantId);
    if (realms === undefined) {
      realms = { real: new Map(), demo: new Map() };
      this.#byCompany.set(tenantId, realms);
    }
    let sums = realms[realm].get(id);
    if (sums === undefined) {
      const none = () => ({ lots: 0, lotsPrice: 0n });
      sums = { buy: none(), sell: none(), orders: 0, accounts: 0 };
      realms[realm].set(id, sums);
    }
    return sums;
  }
}

function openOf(order: OrderRecord | undefined): OpenOrder | undefined {
  return order?.status === 'open' ? (order as OpenOrder) : undefined;
}

function add(sums: ExposureSums, { side, lots, openPrice }: OpenOrder, sign: 1 | -1): void {
  sums.orders += sign;
  sums[side].lots += sign * lots;
  // Lots × price of one order is a safe integer; their sum may not be.
  sums[side].lotsPrice += BigInt(sign) * BigInt(lots) * BigInt(openPrice);
}

function hasOthers({ orders }: Holder, { id, instrumentId }: OpenOrder): boolean {
  for (const order of orders.values())
    if (order.id !== id && order.instrumentId === instrumentId && order.status === 'open') return true;
  return false;
}
