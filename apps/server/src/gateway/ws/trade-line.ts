import type { OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentId } from '@candor/domain/values/ids';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import type { Market } from '../../ports/market.ts';
import type { AccountView } from '../../ports/trading-port.ts';
import { stampOrders, toPercent } from '../http/to-order.ts';
import type { TradeText } from './watched-accounts.ts';

/**
 * Figures of an account as a socket gets them, null for an account that is not there, and the instruments whose prices
 * move them; null for all, as when profits are converted.
 */
export type TradeLine = readonly [text: TradeText | null, instruments: readonly InstrumentId[] | null];

/** Parts of a line that are the same at any price. */
interface Sheet {
  readonly orders: readonly OrderRecord[];
  /** Text of each order up to its price. */
  readonly heads: readonly string[];
  readonly instruments: readonly InstrumentId[] | null;
  readonly stamp: string;
}

/**
 * Writes the figures of accounts as JSON. By hand, because thousands a second are written: every text is of digits, and
 * needs no escaping (R-SOC-14). Texts of orders and prices that have not changed are kept.
 */
export class TradeLines {
  readonly #market: Pick<Market, 'spec'>;
  /** By the first order of an account. */
  readonly #sheets = new WeakMap<OrderRecord, Sheet>();
  /** Texts of the last prices, which the orders of many accounts share. */
  readonly #prices = new Map<InstrumentId, Map<Price, string>>();

  constructor(market: Pick<Market, 'spec'>) {
    this.#market = market;
  }

  of(view: AccountView | null): TradeLine {
    if (view === null) return [null, []];
    const { summary, openProfit } = view;
    const { heads, instruments, stamp } = this.#sheetOf(view);
    let orders = '';
    for (let at = 0; at < view.orders.length; at += 1) {
      const { order, mark, profit } = view.orders[at] as AccountView['orders'][number];
      const price = order.status === 'open' && mark !== null ? this.#priceText(order.instrumentId, mark) : null;
      if (price === null) continue;
      orders += (orders === '' ? '' : '"},') + heads[at] + price + formatMoney(profit);
    }
    const list = orders === '' ? '[]' : `[${orders}"}]`;
    const head =
      `"ProfitsTotal":"${formatMoney(openProfit)}","HazardRate":${quoted(toPercent(summary.riskRateE2))},` +
      `"CautionMoneyAll":"${formatMoney(summary.margin)}","Balance":"${formatBalance(summary.balance)}",` +
      `"Equity":"${formatMoney(summary.equity)}","FreeMargin":"${formatMoney(summary.freeMargin)}",` +
      `"MarginLevel":${quoted(toPercent(summary.marginLevelE2))}`;
    const text = `{${head},"TransOrder":${list},"OrdersStamp":"${stamp}"}` as TradeText;
    return [text, instruments];
  }

  /** Forgets the price of an instrument that has a new one. */
  forgetPrice(id: InstrumentId): void {
    this.#prices.delete(id);
  }

  /** Returns a price, with the name of the profit that follows it; null for an instrument that is not listed. */
  #priceText(id: InstrumentId, price: Price): string | null {
    const known = this.#prices.get(id)?.get(price);
    if (known !== undefined) return known;
    const spec = this.#market.spec(id);
    if (spec === null) return null;
    const text = `${formatPrice(price, spec.digits)}","FactProfits":"`;
    const texts = this.#prices.get(id) ?? new Map<Price, string>();
    this.#prices.set(id, texts.set(price, text));
    return text;
  }

  #sheetOf(view: AccountView): Sheet {
    const { orders } = view;
    const first = orders[0]?.order;
    const known = first && this.#sheets.get(first);
    // A changed order is another object.
    if (known?.orders.length === orders.length && orders.every(({ order }, at) => order === known.orders[at]))
      return known;
    const sheet = {
      orders: orders.map(({ order }) => order),
      heads: orders.map(({ order }) => `{"Id":${order.id},"UpdatePrice":"`),
      instruments: this.#instrumentsOf(view),
      stamp: stampOrders(view),
    };
    if (first !== undefined) this.#sheets.set(first, sheet);
    return sheet;
  }

  #instrumentsOf({ account, orders }: AccountView): readonly InstrumentId[] | null {
    const open: InstrumentId[] = [];
    for (const { order } of orders) {
      if (order.status !== 'open') continue;
      if (this.#market.spec(order.instrumentId)?.quoteCurrency !== account.currency) return null;
      open.push(order.instrumentId);
    }
    return open;
  }
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}
