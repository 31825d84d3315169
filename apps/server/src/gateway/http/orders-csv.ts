import type { Order } from '@candor/contracts/http/trade';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { NoteRecord } from '../../ports/notes.ts';
import { mapInSlices } from '../../ports/work.ts';
import { toCsvCell } from './console/send-csv.ts';
import { toOrder } from './to-order.ts';

export interface OrdersCsvFacts {
  readonly notes: ReadonlyMap<number, NoteRecord>;
  readonly specOf: (id: InstrumentId) => InstrumentSpec;
}

/** Byte order mark: marks the text as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF';
const statuses: Readonly<Partial<Record<Order['Status'], string>>> = { 3: 'closed', 4: 'cancelled', 5: 'expired' };

type Cell = string | number | null;

/** Columns of the file, in their order. The names are fixed, so that a program reads every file alike. */
const columns: Readonly<Record<string, (order: Order, note: NoteRecord | undefined) => Cell>> = {
  order: ({ Id }) => Id,
  instrument: ({ ForexTradeLists }) => ForexTradeLists.ShowCode,
  side: ({ OrderType }) => (OrderType === 1 ? 'buy' : 'sell'),
  kind: ({ Kind }) => Kind,
  status: ({ Status }) => statuses[Status] ?? null,
  reason: ({ CloseReason }) => CloseReason,
  lots: ({ Quantity }) => Quantity,
  leverage: ({ Multiple }) => Multiple,
  placed_utc: ({ CreateTimeHandler }) => utcOf(CreateTimeHandler),
  opened_utc: ({ OpenTime }) => utcOf(OpenTime),
  ended_utc: ({ CloseTime }) => utcOf(CloseTime),
  // The price of an order that was never filled is its target.
  open_price: ({ OpenTime, Price }) => (OpenTime === null ? null : Price),
  target_price: ({ Kind, OriginPrice }) => (Kind === 'market' ? null : OriginPrice),
  close_price: ({ Status, UpdatePrice }) => (Status === 3 ? UpdatePrice : null),
  stop_loss: ({ TargetLossPrice }) => levelOf(TargetLossPrice),
  take_profit: ({ TargetProfitPrice }) => levelOf(TargetProfitPrice),
  price_move: ({ Costs }) => Costs?.Move ?? null,
  spread: ({ Costs }) => Costs?.Spread ?? null,
  gross: ({ Status, FactProfits }) => (Status === 3 ? FactProfits : null),
  fee: ({ Status, TradeFee }) => (Status === 3 ? TradeFee : null),
  swap: ({ Status, Swap }) => (Status === 3 ? Swap : null),
  conversion: ({ Costs }) => Costs?.Conversion ?? null,
  net: ({ Costs }) => Costs?.Net ?? null,
  tags: (_order, note) => note?.tags.join('; ') ?? null,
  note: (_order, note) => note?.note ?? null,
  receipts: ({ ReceiptIds }) => ReceiptIds.join(' '),
};

/**
 * Returns ended orders as CSV (RFC 4180, UTF-8): times in UTC, prices with the digits of the instrument, amounts with 6
 * decimals, so that move − spread − fee + swap − conversion = net to the last digit. Every cell is safe to open in a
 * spreadsheet (R-OPS-20).
 */
export async function toOrdersCsv(orders: readonly OrderRecord[], { notes, specOf }: OrdersCsvFacts): Promise<Buffer> {
  const readers = Object.values(columns);
  const lines = await mapInSlices(orders, (record) => {
    const order = toOrder(record, specOf(record.instrumentId), null, record.profit);
    return readers.map((read) => toCsvCell(read(order, notes.get(order.Id)))).join(',');
  });
  return Buffer.from(`${byteOrderMark}${[Object.keys(columns).join(','), ...lines].join('\r\n')}\r\n`);
}

function utcOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}

function levelOf(price: string): string | null {
  return price === '0' ? null : price;
}
