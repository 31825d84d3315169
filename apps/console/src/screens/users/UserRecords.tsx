import { depositCalls, withdrawalCalls } from '@candor/contracts/console/money';
import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { mayCall } from '../../parts/ActionButton.tsx';
import { Amount, Price } from '../../parts/Figures.tsx';
import { Ledger } from '../../parts/Ledger.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import { type Order, orderClose, orderDeal, orderId, orderOutcome } from '../../parts/order-columns.tsx';
import { PayeeMark } from '../../parts/queue/PayeeMark.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { requestedAt, requestId, requestStatus } from '../../parts/request-columns.tsx';

type Deposit = z.output<typeof depositCalls.list.answer>['data'][number];
type Withdrawal = z.output<typeof withdrawalCalls.list.answer>['data'][number];

interface Client {
  readonly uid: string;
  readonly account_id: number;
}

const liveEveryMs = 2_000;

const levels: readonly Column<Order>[] = [
  { key: 'stop', label: text.orders.stopLoss, isNumber: true, cell: (row) => <Price value={row.stop_loss} /> },
  { key: 'target', label: text.orders.takeProfit, isNumber: true, cell: (row) => <Price value={row.take_profit} /> },
];
const deposits: readonly Column<Deposit>[] = [
  requestId,
  requestStatus,
  {
    key: 'paid',
    label: text.funds.paid,
    isNumber: true,
    cell: ({ paid, currency }) => <Amount value={paid} currency={currency} />,
  },
  { key: 'credit', label: text.funds.credit, isNumber: true, cell: ({ credit }) => <Amount value={credit} /> },
  requestedAt,
];
const withdrawals: readonly Column<Withdrawal>[] = [
  requestId,
  requestStatus,
  { key: 'payee', label: text.queue.whoIsPaid, cell: ({ payee_match: match }) => <PayeeMark match={match} /> },
  { key: 'amount', label: text.common.amount, isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
  {
    key: 'received',
    label: text.queue.receives,
    isNumber: true,
    cell: ({ received, currency }) => <Amount value={received} currency={currency} />,
  },
  requestedAt,
];

interface Record {
  readonly key: string;
  readonly label: string;
  readonly call: Parameters<typeof mayCall>[0];
  readonly show: (client: Client) => ReactNode;
}

/** Lists of orders in one state, those that still move renewed every two seconds. */
function orders(status: 'open' | 'pending' | 'closed', label: string): Record {
  const columns = [orderId, ...orderDeal, ...(status === 'closed' ? [orderClose] : levels), ...orderOutcome];
  return {
    key: status,
    label,
    call: accountCalls.orders,
    show: ({ uid }) => (
      <ListPart<Order>
        name="orders"
        columns={columns}
        linkTo={({ id }) => `/orders/${id}`}
        fixed={{ uid, status }}
        {...(status !== 'closed' && { everyMs: liveEveryMs })}
      />
    ),
  };
}

const records: readonly Record[] = [
  orders('open', text.status.open),
  orders('pending', text.status.pending),
  orders('closed', text.status.closed),
  {
    key: 'ledger',
    label: text.accounts.ledger,
    call: accountCalls.ledger,
    show: (client) => <Ledger accountId={client.account_id} />,
  },
  {
    key: 'deposits',
    label: text.menu.deposits,
    call: depositCalls.list,
    show: ({ uid }) => (
      <ListPart<Deposit> name="deposits" columns={deposits} linkTo={({ id }) => `/deposits/${id}`} fixed={{ uid }} />
    ),
  },
  {
    key: 'withdrawals',
    label: text.menu.withdrawals,
    call: withdrawalCalls.list,
    show: ({ uid }) => (
      <ListPart<Withdrawal>
        name="withdrawals"
        columns={withdrawals}
        linkTo={({ id }) => `/withdrawals/${id}`}
        fixed={{ uid }}
      />
    ),
  },
];

/** The client's orders, ledger and payments in one place, as far as the operator may read them (R-CON-40). */
export function UserRecords({ user }: { readonly user: Client }) {
  const id = useId();
  const shown = records.filter(({ call }) => mayCall(call));
  const [key, setKey] = useState(shown[0]?.key ?? '');
  const current = shown.find((record) => record.key === key);
  if (current === undefined) return null;
  return (
    <>
      <Tabs
        value={key}
        onChange={(_, next: string) => setKey(next)}
        aria-label={text.users.records}
        variant="scrollable"
        scrollButtons={false}
        sx={{ px: 1 }}
      >
        {shown.map((record) => (
          <Tab
            key={record.key}
            value={record.key}
            label={record.label}
            id={`${id}-${record.key}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${key}`} key={key} sx={{ pt: 1 }}>
        {current.show(user)}
      </Box>
    </>
  );
}
