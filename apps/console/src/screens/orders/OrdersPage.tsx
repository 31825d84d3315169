import { text } from '@candor/texts/console';
import { SelectInput, TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { type Order, orderClose, orderDeal, orderId, orderOutcome } from '../../parts/order-columns.tsx';
import { PeriodInputs } from '../../parts/PeriodInputs.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

const columns: readonly Column<Order>[] = [
  orderId,
  { key: 'status', label: text.common.status, cell: ({ status }) => <StatusChip status={status} /> },
  { key: 'uid', label: text.common.user, cell: ({ uid }) => <span className="num">{uid}</span> },
  { key: 'realm', label: text.accounts.realm, cell: ({ realm }) => text.common[realm] },
  ...orderDeal,
  orderClose,
  ...orderOutcome,
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
