import type { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { formatWord } from '../format/words.ts';
import { Amount, Moment, Price } from './Figures.tsx';
import type { Column } from './RowTable.tsx';

export type Order = z.output<typeof accountCalls.orders.answer>['data'][number];

export const orderId: Column<Order> = {
  key: 'id',
  label: text.common.id,
  cell: ({ id }) => <span className="num">{id}</span>,
  canSort: true,
};

/** Instrument, side, lots and the price of the opening, or the one that a pending order waits for. */
export const orderDeal: readonly Column<Order>[] = [
  { key: 'symbol', label: text.orders.symbol, cell: ({ symbol }) => symbol },
  { key: 'side', label: text.orders.side, cell: ({ side, kind }) => `${text.orders[side]} · ${formatWord(kind)}` },
  { key: 'lots', label: text.orders.lots, isNumber: true, cell: ({ lots }) => <Price value={lots} /> },
  { key: 'open', label: text.orders.open, isNumber: true, cell: (row) => <Price value={row.open_price} /> },
];

export const orderClose: Column<Order> = {
  key: 'close',
  label: text.orders.close,
  isNumber: true,
  cell: (row) => <Price value={row.close_price} />,
};

/** Net result, and when the order was placed. */
export const orderOutcome: readonly Column<Order>[] = [
  { key: 'net', label: text.orders.net, isNumber: true, cell: ({ net }) => <Amount value={net} /> },
  { key: 'placed_at', label: text.orders.placed, cell: ({ placed_at }) => <Moment ms={placed_at} /> },
];
