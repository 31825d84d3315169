import type { TenantId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { CompanyRecord, CompanyStore } from '../../ports/company-store.ts';
import type { Db } from './database.ts';

export class CompanyRows implements CompanyStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: TenantId): Promise<CompanyRecord | null> {
    const row = await this.#db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return null;
    return {
      id,
      name: row.name,
      type: row.type,
      status: row.status,
      lossUrl: row.loss_url,
      demoBalance: toMoney(BigInt(row.demo_balance_micros)),
      tradeFeeType: row.trade_fee_type === 2 ? 2 : 1,
      marginCallPercent: row.margin_call_percent,
      stopOutPercent: row.stop_out_percent,
      jurisdiction: 'international',
    };
  }
}
