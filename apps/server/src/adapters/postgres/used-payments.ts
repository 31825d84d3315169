import type { FundsRequestId, PaymentName, PaymentUse, PaymentUser } from '@candor/domain/engine/funds/funds-request';
import type { AccountId } from '@candor/domain/values/ids';
import type pg from 'pg';
import type { StoredPayments } from '../../ports/journal.ts';

interface UsedRow {
  readonly seq: string;
  readonly kind: PaymentUse;
  readonly key: string;
  readonly funds_id: string;
  readonly account_id: number;
}

/** Used payments in their table, written together with the entries that used them. */
export class PostgresUsedPayments implements StoredPayments {
  readonly #pool: pg.Pool;
  readonly #shard: number;

  constructor(pool: pg.Pool, shard: number) {
    this.#pool = pool;
    this.#shard = shard;
  }

  async find({ use, key }: PaymentName): Promise<PaymentUser | null> {
    const { rows } = await this.#pool.query<UsedRow>(
      'select funds_id, account_id from used_payment where kind = $1 and key = $2',
      [use, key],
    );
    return rows[0] === undefined ? null : toUser(rows[0]);
  }

  async between(afterSeq: number, toSeq: number) {
    const { rows } = await this.#pool.query<UsedRow>(
      `select seq, kind, key, funds_id, account_id from used_payment
       where shard = $1 and seq > $2 and seq <= $3 order by seq`,
      [this.#shard, afterSeq, toSeq],
    );
    return rows.map((row) => ({ seq: Number(row.seq), use: row.kind, key: row.key, by: toUser(row) }));
  }
}

function toUser(row: Pick<UsedRow, 'funds_id' | 'account_id'>): PaymentUser {
  return { id: Number(row.funds_id) as FundsRequestId, accountId: row.account_id as AccountId };
}
