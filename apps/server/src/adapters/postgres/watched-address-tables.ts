import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { AddressBook, WatchedAddress } from '../../ports/payment-watch.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

interface WatchedRow {
  readonly address: string;
  readonly user_id: number | null;
  readonly id: number;
  readonly kind: 'coin' | 'bank';
  readonly currency: string;
  readonly usd_price_e8: string;
  readonly min_e8: string;
  readonly confirmations: number;
  readonly is_active: boolean;
}

/**
 * Addresses of the deposit methods that name a watcher: shared ones, including replaced ones, which people may still
 * pay to, and assigned ones of the pool. The terms are the current ones.
 */
export class WatchedAddressTables implements AddressBook {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async watched(companyId: CompanyId, watcher: string): Promise<WatchedAddress[]> {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<WatchedRow>`
        with standing as (
          select coalesce(root_id, id) as root, id, kind, currency, usd_price_e8, min_e8, confirmations, is_active
          from pay_way where watcher = ${watcher} and replaced_by is null)
        select distinct paid.address, null::integer as user_id, standing.* from standing
          join pay_way as paid on coalesce(paid.root_id, paid.id) = root and paid.currency = standing.currency
          where paid.address <> ''
        union all
        select given.address, given.user_id, standing.* from standing
          join pay_way_address as given on given.root_id = root
          where given.user_id is not null`.execute(trx),
    );
    return rows.map((row) => ({
      address: row.address,
      userId: row.user_id,
      way: {
        id: row.id,
        method: row.kind,
        currency: row.currency,
        usdPriceE8: BigInt(row.usd_price_e8),
        minE8: BigInt(row.min_e8),
        confirmations: row.confirmations,
        isActive: row.is_active,
      },
    }));
  }
}
