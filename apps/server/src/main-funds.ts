import type { Db } from './adapters/postgres/database.ts';
import { DrawCurrencyTables } from './adapters/postgres/draw-currency-tables.ts';
import { DrawMethodTables } from './adapters/postgres/draw-method-tables.ts';
import { FundsTables } from './adapters/postgres/funds-tables.ts';
import { PayWayTables } from './adapters/postgres/pay-way-tables.ts';
import type { FundsPorts } from './compose-funds.ts';
import { decode } from './trading/codec.ts';

/** The tables of the money desk, for `main.ts`. */
export function openFunds(db: Db): FundsPorts {
  return {
    history: new FundsTables(db, { decode }),
    payWays: new PayWayTables(db),
    currencies: new DrawCurrencyTables(db),
    methods: new DrawMethodTables(db),
  };
}
