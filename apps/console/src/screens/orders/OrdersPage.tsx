import type { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { formatWord } from '../../format/words.ts';
import { Amount, Figure, Moment } from '../../parts/Figures.tsx';
import { SelectInput, TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { PeriodInputs } from '../../parts/PeriodInputs.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Order = z.output<typeof accountCalls.orders.answer>['data'][number];

const columns: readonly Column<Order>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'status', label: text.common.status, cell: ({ status }) => <StatusChip status={status} /> },
  { key: 'uid', label: text.common.user, cell: ({ uid }) => <span className="num">{uid}</span> },
  { key: 'realm', label: text.accounts.realm, cell: ({ realm }) => text.common[realm] },
  { key: 'symbol', label: text.orders.symbol, cell: ({ symbol }) => symbol },
  { key: 'side', label: text.orders.side, cell: ({ side, kind }) => `${text.orders[side]} · ${formatWord(kind)}` },
  { key: 'lots', label: text.orders.lots, isNumber: true, cell: ({ lots }) => <Figure value={lots} /> },
  { key: 'open', label: text.orders.open, isNumber: true, cell: (row) => <Figure value={row.open_price} /> },
  { key: 'close', label: text.orders.close, isNumber: true, cell: (row) => <Figure value={row.close_price} /> },
  { key: 'profit', label: text.orders.profit, isNumber: true, cell: ({ profit }) => <Amount value={profit} /> },
  { key: 'placed_at', label: text.orders.placed, cell: ({ placed_at }) => <Moment ms={placed_at} /> },
];

const states = [
  ['open', text.status.open],
  ['pending', text.status.pending],
  ['closed', text.status.closed],
  ['cancelled', text.status.cancelled],
  ['expired', text.status.expired],
  allChoice,
] as const;

const realms = (['real', 'demo'] as const).map((id) => ({ id, name: text.common[id] }));

/** List of the orders of all accounts. */
export default function OrdersPage() {
  return (
    <ListPage<Order>
      name="orders"
      title={text.menu.orders}
      columns={columns}
      linkTo={({ id }) => `/orders/${id}`}
      filters={
        <>
          <StatusFilter source="status" label={text.common.status} choices={states} />
          <TextInput source="uid" label={text.list.user} helperText={false} />
          <TextInput source="symbol" label={text.orders.symbol} helperText={false} />
          <SelectInput source="realm" label={text.accounts.realm} choices={realms} helperText={false} />
          <PeriodInputs />
        </>
      }
    />
  );
}
