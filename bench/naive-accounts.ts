import type { OrderRecord } from '@candor/domain/engine/order';
import type { AccountState } from '@candor/domain/engine/state';
import type { AccountId, Currency, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';

// The obvious way to value an account and write its figures: floats, one object, `JSON.stringify`. Rival of the product's
// own, which is exact to the digit.

interface NaiveOrder {
  readonly id: number;
  readonly instrumentId: InstrumentId;
  readonly isBuy: boolean;
  readonly openPrice: number;
  readonly units: number;
  readonly margin: number;
}

export class NaiveAccounts {
  readonly #specs: ReadonlyMap<InstrumentId, InstrumentSpec>;
  readonly #quotes = new Map<InstrumentId, { readonly bid: number; readonly ask: number }>();
  readonly #orders = new Map<AccountId, readonly NaiveOrder[]>();

  constructor(specs: readonly InstrumentSpec[], accounts: readonly AccountState[]) {
    this.#specs = new Map(specs.map((spec) => [spec.id, spec]));
    for (const { id, orders } of accounts)
      this.#orders.set(
        id,
        [...orders.values()].map((order) => this.#read(order)),
      );
  }

  #read(order: OrderRecord): NaiveOrder {
    const spec = this.#specOf(order.instrumentId);
    return {
      id: order.id,
      instrumentId: order.instrumentId,
      isBuy: order.side === 'buy',
      openPrice: (order.openPrice ?? 0) / 10 ** spec.digits,
      units: (order.lots * spec.lotStepE8 * spec.unitsPerLot) / 1e8,
      margin: Number(order.margin) / 1e6,
    };
  }

  take({ instrumentId, bid, ask }: Quote): void {
    const scale = 10 ** this.#specOf(instrumentId).digits;
    this.#quotes.set(instrumentId, { bid: bid / scale, ask: ask / scale });
  }

  write(id: AccountId): string {
    const orders = this.#orders.get(id) ?? [];
    let [total, margin] = [0, 0];
    const lines = orders.map((order) => {
      const quote = this.#quotes.get(order.instrumentId) ?? { bid: 0, ask: 0 };
      const price = order.isBuy ? quote.bid : quote.ask;
      const { quoteCurrency, digits } = this.#specOf(order.instrumentId);
      const profit = (price - order.openPrice) * (order.isBuy ? 1 : -1) * order.units * this.#rateOf(quoteCurrency);
      total += profit;
      margin += order.margin;
      return { Id: order.id, UpdatePrice: price.toFixed(digits), FactProfits: profit.toFixed(2) };
    });
    const balance = 50_000;
    const equity = balance + total;
    return JSON.stringify({
      ProfitsTotal: total.toFixed(2),
      HazardRate: `${((margin / equity) * 100).toFixed(2)}%`,
      CautionMoneyAll: margin.toFixed(2),
      Balance: balance.toFixed(2),
      Equity: equity.toFixed(2),
      FreeMargin: (equity - margin).toFixed(2),
      MarginLevel: `${((equity / margin) * 100).toFixed(2)}%`,
      TransOrder: lines.toReversed(),
      OrdersStamp: 'A'.repeat(22),
    });
  }

  /** Searches the pair that converts a currency to the accounts' dollars. */
  #rateOf(currency: Currency): number {
    if (currency === 'USD') return 1;
    for (const { id, baseCurrency, quoteCurrency } of this.#specs.values()) {
      const mid = this.#quotes.get(id)?.bid ?? 1;
      if (baseCurrency === currency && quoteCurrency === 'USD') return mid;
      if (baseCurrency === 'USD' && quoteCurrency === currency) return 1 / mid;
    }
    return 1;
  }

  #specOf(id: InstrumentId): InstrumentSpec {
    const spec = this.#specs.get(id);
    if (spec === undefined) throw new Error('Every instrument is listed here');
    return spec;
  }
}
