import type { AccountTotals } from '../calc/account-summary.ts';
import type { InstrumentId } from '../values/ids.ts';
import type { Quote } from '../values/quote.ts';
import { marginAlertPercent, type ResultLimits, resultLimits } from './account-alerts.ts';
import type { Valuation, ValuedOrder } from './facts.ts';
import type { TradingPolicy } from './rules/trading-rules.ts';
import { type AccountState, type EngineState, watchOf } from './state.ts';
import type { Level } from './triggers/level-book.ts';

// Price bands within which an account needs no exact margin check. Every instrument that the account depends on,
// conversion pairs included, gets a band of prices. The worst equity inside all bands at once is bounded in floating
// point, and the bands are narrowed until that bound stays clear of the next threshold. Floats only prune: a quote
// outside a band triggers an exact check, and every decision is exact (docs/adr/0007).

const narrowingsMax = 12;
/** Distance to the threshold that covers float rounding: a millionth of the amounts involved plus a cent. */
const relativeSlack = 1e-6;
const absoluteSlack = 0.01;

interface Band {
  bidLow: number;
  bidHigh: number;
  askLow: number;
  askHigh: number;
}

/** Open order as floats: profit = (price × sign − open × sign) × value × rate. */
interface Leg {
  readonly orderId: number;
  readonly instrumentId: InstrumentId;
  readonly sign: 1 | -1;
  readonly open: number;
  /** Value of one tick in the quote currency. */
  readonly value: number;
  readonly conversion: { readonly id: InstrumentId; readonly unit: number; readonly inverse: boolean } | null;
  /** Result now, profit plus swap, and its swap. */
  readonly result: number;
  readonly swap: number;
}

/** Equity and results between which nothing happens to the account. */
interface Limits {
  readonly floor: number;
  readonly ceiling: number;
  /** By order; only those with an alert on their result. */
  readonly results: ReadonlyMap<number, ResultLimits>;
  /** True if prices that move in favour of the account matter, too. */
  readonly isTwoSided: boolean;
}

/** Replaces an account's bands by new ones around the last quotes; without open orders it has none. */
export function renewBands(
  state: EngineState,
  account: AccountState,
  policy: TradingPolicy,
  { open, totals }: Valuation,
): void {
  if (open.length === 0 && account.bands.size === 0) return;
  const legs = open.map(toLeg);
  const ids = new Set<InstrumentId>();
  for (const { instrumentId, conversion } of legs) {
    ids.add(instrumentId);
    if (conversion !== null) ids.add(conversion.id);
  }
  const quotes = new Map<InstrumentId, Quote>();
  for (const id of ids) {
    const quote = state.quotes.get(id);
    // Without a price no band can be calculated; the account is rechecked at the first quote.
    if (quote !== undefined) quotes.set(id, quote);
  }
  const safe = quotes.size === ids.size ? safeBands(account, policy, totals, legs, quotes) : null;
  for (const id of account.bands.keys()) if (!ids.has(id)) moveBand(state, account, id, []);
  for (const id of ids) {
    const band = safe?.bands.get(id);
    // Without a band every quote triggers a check of the account.
    moveBand(state, account, id, band === undefined ? everyQuote : edgesOf(band));
  }
  if (open.length === 0) state.margins.remove(account);
  else state.margins.put(account, safe?.levelMin ?? Number.NEGATIVE_INFINITY);
}

interface SafeBands {
  readonly bands: ReadonlyMap<InstrumentId, Band>;
  /** Margin level in percent that the account keeps inside all bands. */
  readonly levelMin: number;
}

function safeBands(
  account: AccountState,
  policy: TradingPolicy,
  totals: AccountTotals,
  legs: readonly Leg[],
  quotes: ReadonlyMap<InstrumentId, Quote>,
): SafeBands | null {
  const fixed = Number(totals.balance + totals.openSwap) / 1e6;
  const margin = Number(totals.margin) / 1e6;
  const limits = limitsOf(account, policy, margin);
  const { floor, ceiling, isTwoSided } = limits;
  const equity = fixed + Number(totals.openProfit) / 1e6;
  const slack = absoluteSlack + relativeSlack * (Math.abs(equity) + margin);
  let width = widthOf(legs, quotes, Math.min(equity - floor, ceiling - equity));
  for (const leg of legs) width = Math.min(width, resultWidth(leg, limits, quotes));
  for (let attempt = 0; attempt < narrowingsMax && width > 0; attempt += 1, width /= 2) {
    const bands = bandsAround(quotes, width, isTwoSided);
    const { worst, best } = boundEquity(legs, bands, fixed);
    // Without a ceiling the best case has no bound either.
    if (worst <= floor + slack || best > ceiling - slack) continue;
    const levelMin = margin > 0 ? ((worst - slack) * 100) / margin : Number.POSITIVE_INFINITY;
    if (legs.every((leg) => staysWithin(leg, limits, bands))) return { bands, levelMin };
  }
  return null;
}

function limitsOf(account: AccountState, { marginCallPercent, stopOutPercent }: TradingPolicy, margin: number): Limits {
  const { alerts, isMarginCalled } = account;
  const results = alerts.size === 0 ? noResults : resultLimits(account);
  const percent = Math.max(
    isMarginCalled ? stopOutPercent : marginCallPercent,
    alerts.size === 0 ? 0 : marginAlertPercent(account),
  );
  return {
    floor: (margin * percent) / 100,
    // After a margin call, a recovery above the call level is a threshold too.
    ceiling: isMarginCalled ? (margin * marginCallPercent) / 100 : Number.POSITIVE_INFINITY,
    results,
    isTwoSided: isMarginCalled || [...results.values()].some(({ high }) => Number.isFinite(high)),
  };
}

const noResults: ReadonlyMap<number, ResultLimits> = new Map();

/** Returns the band width within which an order's result stays clear of its alerts at unchanged conversion rates. */
function resultWidth(leg: Leg, { results }: Limits, quotes: ReadonlyMap<InstrumentId, Quote>): number {
  const limits = results.get(leg.orderId);
  if (limits === undefined) return Number.POSITIVE_INFINITY;
  return widthOf([leg], quotes, Math.min(leg.result - limits.low, limits.high - leg.result));
}

/** True if an order's result reaches none of its alerts inside the bands. */
function staysWithin(leg: Leg, { results }: Limits, bands: ReadonlyMap<InstrumentId, Band>): boolean {
  const limits = results.get(leg.orderId);
  if (limits === undefined) return true;
  const { worst, best } = boundEquity([leg], bands, leg.swap);
  const slack = absoluteSlack + relativeSlack * Math.abs(leg.result);
  return worst > limits.low + slack && (limits.high === Number.POSITIVE_INFINITY || best < limits.high - slack);
}

/** Returns the initial band width as a fraction of the price: slack over notional. */
function widthOf(legs: readonly Leg[], quotes: ReadonlyMap<InstrumentId, Quote>, slack: number): number {
  let notional = 0;
  for (const leg of legs) notional += leg.value * leg.open * rateAt(leg, quotes);
  return Math.min(0.5, slack / Math.max(notional, 1e-9));
}

function bandsAround(
  quotes: ReadonlyMap<InstrumentId, Quote>,
  width: number,
  bothWays: boolean,
): Map<InstrumentId, Band> {
  const bands = new Map<InstrumentId, Band>();
  for (const [id, { bid, ask }] of quotes) {
    bands.set(id, {
      bidLow: bid * (1 - width),
      askHigh: ask * (1 + width),
      bidHigh: bothWays ? bid * (1 + width) : Number.POSITIVE_INFINITY,
      askLow: bothWays ? ask * (1 - width) : 0,
    });
  }
  return bands;
}

/** Returns the lowest and highest equity inside the bands. A mid lies between its band's lowest bid and highest ask. */
function boundEquity(
  legs: readonly Leg[],
  bands: ReadonlyMap<InstrumentId, Band>,
  fixed: number,
): { worst: number; best: number } {
  let worst = fixed;
  let best = fixed;
  for (const leg of legs) {
    const band = bands.get(leg.instrumentId);
    if (band === undefined) return { worst: Number.NEGATIVE_INFINITY, best: Number.POSITIVE_INFINITY };
    const worstPrice = leg.sign === 1 ? band.bidLow : band.askHigh;
    const bestPrice = leg.sign === 1 ? band.bidHigh : band.askLow;
    const [rateLow, rateHigh] = rateBounds(leg, bands);
    const low = (worstPrice - leg.open) * leg.sign * leg.value;
    const high = (bestPrice - leg.open) * leg.sign * leg.value;
    worst += low * (low < 0 ? rateHigh : rateLow);
    best += high * (high < 0 ? rateLow : rateHigh);
  }
  return { worst, best };
}

function rateBounds(leg: Leg, bands: ReadonlyMap<InstrumentId, Band>): [number, number] {
  if (leg.conversion === null) return [1, 1];
  const band = bands.get(leg.conversion.id);
  if (band === undefined) return [0, Number.POSITIVE_INFINITY];
  const [low, high] = [band.bidLow / leg.conversion.unit, band.askHigh / leg.conversion.unit];
  return leg.conversion.inverse ? [1 / high, 1 / low] : [low, high];
}

function rateAt(leg: Leg, quotes: ReadonlyMap<InstrumentId, Quote>): number {
  const quote = leg.conversion === null ? undefined : quotes.get(leg.conversion.id);
  if (leg.conversion === null || quote === undefined) return 1;
  const mid = (quote.bid + quote.ask) / 2 / leg.conversion.unit;
  return leg.conversion.inverse ? 1 / mid : mid;
}

function toLeg({ order, spec, path, profit }: ValuedOrder): Leg {
  return {
    orderId: order.id,
    result: Number(profit + order.swap) / 1e6,
    swap: Number(order.swap) / 1e6,
    instrumentId: order.instrumentId,
    sign: order.side === 'buy' ? 1 : -1,
    open: order.openPrice,
    value: (order.lots * spec.lotStepE8 * spec.unitsPerLot) / 1e8 / 10 ** spec.digits,
    conversion:
      path?.kind === 'pair' ? { id: path.instrumentId, unit: 10 ** path.digits, inverse: path.inverse } : null,
  };
}

/** Replaces the old edges of a band by new ones. */
function moveBand(state: EngineState, account: AccountState, id: InstrumentId, levels: readonly Level[]): void {
  const watch = state.watches.get(id) ?? watchOf(state, id);
  watch.change(account.id, account.bands.get(id) ?? [], levels);
  if (levels.length === 0) account.bands.delete(id);
  else account.bands.set(id, levels);
}

/** Returns a band's edges in whole ticks, rounded towards the market. */
function edgesOf(band: Band): Level[] {
  const edges: Level[] = [
    { quoteSide: 'bid', when: 'at-or-below', price: Math.ceil(band.bidLow) },
    { quoteSide: 'ask', when: 'at-or-above', price: Math.floor(band.askHigh) },
  ];
  if (Number.isFinite(band.bidHigh)) {
    edges.push({ quoteSide: 'bid', when: 'at-or-above', price: Math.floor(band.bidHigh) });
    edges.push({ quoteSide: 'ask', when: 'at-or-below', price: Math.ceil(band.askLow) });
  }
  return edges;
}

/** Level reached by every quote. */
const everyQuote: readonly Level[] = [{ quoteSide: 'ask', when: 'at-or-above', price: 0 }];
