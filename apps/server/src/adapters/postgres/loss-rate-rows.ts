import type { TransferKind } from '@candor/domain/ledger/ledger';
import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { LossRateStore } from '../../ports/company.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const closings: readonly TransferKind[] = ['trade-profit', 'trade-loss'];
/** Results and costs of trading, without grants, deposits and negative-balance covers. */
const results: readonly TransferKind[] = [...closings, 'trade-fee', 'swap'];

/** Counts losing accounts by the postings of their cash. */
export class LossRateRows implements LossRateStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async count(companyId: CompanyId, sinceMs: number): Promise<{ accounts: number; losing: number }> {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<{ accounts: string; losing: string }>`
        with result as (
          select sum(amount_micros) as amount from posting
          where ledger_key ~ ${`^${companyId}/real/[^/]+/cash/`} and kind = any (${results}) and at_ms >= ${sinceMs}
          group by ledger_key having bool_or(kind = any (${closings}))
        )
        select count(*) as accounts, count(*) filter (where amount < 0) as losing from result`.execute(trx),
    );
    return { accounts: Number(rows[0]?.accounts ?? 0), losing: Number(rows[0]?.losing ?? 0) };
  }
}
