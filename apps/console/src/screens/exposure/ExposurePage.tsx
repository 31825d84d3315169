import type { exposureCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { Amount, Figure, Price } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { StatusFilter } from '../../parts/StatusFilter.tsx';

type Row = z.output<typeof exposureCalls.list.answer>['data'][number];

const lots = (key: 'long_lots' | 'short_lots' | 'net_lots', label: string): Column<Row> => ({
  key,
  label,
  isNumber: true,
  cell: (row) => <Figure value={row[key]} />,
});

const columns: readonly Column<Row>[] = [
  { key: 'symbol', label: text.orders.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
  { key: 'orders', label: text.exposure.orders, isNumber: true, cell: ({ orders }) => orders },
  { key: 'accounts', label: text.exposure.accounts, isNumber: true, cell: ({ accounts }) => accounts },
  lots('long_lots', text.exposure.long),
  lots('short_lots', text.exposure.short),
  lots('net_lots', text.exposure.net),
  {
    key: 'long_price',
    label: text.exposure.longPrice,
    isNumber: true,
    cell: (row) => <Price value={row.long_price} />,
  },
  {
    key: 'short_price',
    label: text.exposure.shortPrice,
    isNumber: true,
    cell: (row) => <Price value={row.short_price} />,
  },
  {
    key: 'notional',
    label: text.exposure.notional,
    isNumber: true,
    cell: (row) => <Amount value={row.notional_usd} />,
  },
  {
    key: 'client',
    label: text.exposure.clientProfit,
    isNumber: true,
    cell: (row) => <Amount value={row.client_profit} />,
  },
  { key: 'book', label: text.exposure.bookProfit, isNumber: true, cell: (row) => <Amount value={row.book_profit} /> },
];

const realms = [
  ['real', text.common.real],
  ['demo', text.common.demo],
] as const;

const liveEveryMs = 1_000;

/** Page of the company's exposure by instrument, renewed each second. */
export default function ExposurePage() {
  return (
    <ListPage<Row>
      name="exposure"
      title={text.menu.exposure}
      lead={text.exposure.lead}
      columns={columns}
      startFilter={{ realm: 'real' }}
      sort={{ field: 'id', order: 'ASC' }}
      everyMs={liveEveryMs}
      filters={<StatusFilter source="realm" label={text.accounts.realm} choices={realms} />}
    />
  );
}
