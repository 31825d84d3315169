import { type ExactPrice, isHigher, type PriceFault, readPrice, readTime, roundOutward } from '../live/exact-values.ts';
import type { PlannedSymbol } from '../live/live-plan.ts';
import { cellsOf, separators } from '../live/table-cells.ts';
import type { PollPlan } from './poll-config.ts';

/** A rate in ticks. */
export interface Rate {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number | null;
}

export type RateFault = PriceFault | 'crossed' | 'no-time' | 'missing' | 'twice';
export type TableFault = 'no-column' | 'too-many-rows' | 'empty';

export type ReadTable =
  | { readonly fault: TableFault }
  | { readonly rates: ReadonlyMap<PlannedSymbol, Rate | RateFault> };

const rowsMax = 10_000;

/** Reads a table of rates with a line of column names (R-MKT-39). Every planned symbol gets a rate or a fault; never throws. */
export function readRates(content: string, { table, symbols }: Pick<PollPlan, 'table' | 'symbols'>): ReadTable {
  const [head, ...lines] = content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, rowsMax + 2)
    .filter((line) => line.trim() !== '');
  if (head === undefined) return { fault: 'empty' };
  if (lines.length > rowsMax) return { fault: 'too-many-rows' };
  const separator = separators[table.separator];
  const names = cellsOf(head, separator);
  const placeOf = (name: string | undefined) => (name === undefined ? null : names.indexOf(name));
  const places = {
    symbol: placeOf(table.symbol),
    bid: placeOf(table.bid ?? table.rate),
    ask: placeOf(table.ask ?? table.rate),
    time: placeOf(table.time?.column),
  };
  if (Object.values(places).includes(-1)) return { fault: 'no-column' };
  const rows = new Map<string, string[] | 'twice'>();
  for (const line of lines) {
    const cells = cellsOf(line, separator);
    const name = cells[places.symbol ?? 0] ?? '';
    rows.set(name, rows.has(name) ? 'twice' : cells);
  }
  const at = (cells: readonly string[], place: number | null) => (place === null ? undefined : cells[place]);
  const rates = new Map<PlannedSymbol, Rate | RateFault>();
  for (const symbol of symbols) {
    const cells = rows.get(symbol.symbol) ?? 'missing';
    if (typeof cells === 'string') {
      rates.set(symbol, cells);
      continue;
    }
    const time = table.time === undefined ? undefined : at(cells, places.time);
    const timeMs = table.time === undefined ? null : readTime(time, table.time.unit);
    const prices = [at(cells, places.bid), at(cells, places.ask)].map((cell) => readPrice(cell, symbol.digits));
    rates.set(symbol, timeMs === null && table.time !== undefined ? 'no-time' : rateOf(prices, timeMs));
  }
  return { rates };
}

function rateOf(
  [bid = 'no-price', ask = 'no-price']: (ExactPrice | PriceFault)[],
  timeMs: number | null,
): Rate | RateFault {
  if (typeof bid === 'string') return bid;
  if (typeof ask === 'string') return ask;
  if (isHigher(bid, ask)) return 'crossed';
  const rounded = roundOutward(bid, ask);
  return rounded.bid === 0 ? 'not-a-price' : { ...rounded, timeMs };
}
