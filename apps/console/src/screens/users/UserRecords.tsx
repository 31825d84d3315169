import { clientCalls } from '@candor/contracts/console/clients';
import { depositCalls, withdrawalCalls } from '@candor/contracts/console/money';
import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { mayCall } from '../../parts/ActionButton.tsx';
import { Amount, Moment, Price } from '../../parts/Figures.tsx';
import { Ledger } from '../../parts/Ledger.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import { type Order, orderClose, orderDeal, orderId, orderOutcome } from '../../parts/order-columns.tsx';
import { PayeeMark } from '../../parts/queue/PayeeMark.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { requestedAt, requestId, requestStatus } from '../../parts/request-columns.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';

type Deposit = z.output<typeof depositCalls.list.answer>['data'][number];
type Withdrawal = z.output<typeof withdrawalCalls.list.answer>['data'][number];
type PayoutMethod = z.output<typeof clientCalls.payoutMethods.answer>['data'][number];
type Notice = z.output<typeof clientCalls.notices.answer>['data'][number];

interface Client {
  readonly uid: string;
  readonly account_id: number;
}

const liveEveryMs = 2_000;
const payoutTones = { usable: 'good', held: 'waiting', removed: 'quiet', erased: 'quiet' } as const;

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

const payoutMethods: readonly Column<PayoutMethod>[] = [
  {
    key: 'state',
    label: text.common.status,
    cell: ({ state }) => <ToneChip label={text.users.payoutState[state]} tone={payoutTones[state]} />,
  },
  {
    key: 'currency',
    label: text.payWays.currency,
    cell: ({ currency, protocol }) => [currency, protocol].filter((part) => part !== '').join(' · '),
  },
  {
    key: 'destination',
    label: text.users.destination,
    cell: ({ destination }) => <bdi className="num">{destination || text.common.none}</bdi>,
  },
  {
    key: 'payee',
    label: text.users.payee,
    cell: ({ payee_name: payee, bank_name: bank }) =>
      payee === '' ? text.common.none : <bdi>{[payee, bank].join(', ')}</bdi>,
  },
  {
    key: 'match',
    label: text.queue.verifiedName,
    cell: ({ payee_match: match }) => (match === 'none' ? text.common.none : <PayeeMark match={match} />),
  },
  { key: 'bound', label: text.users.bound, cell: ({ bound_at: ms }) => <Moment ms={ms} /> },
  {
    key: 'usable',
    label: text.users.usableAt,
    cell: ({ state, usable_at: ms }) => (state === 'held' ? <Moment ms={ms} /> : text.common.none),
  },
];
const notices: readonly Column<Notice>[] = [
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'text', label: text.users.noticeText, cell: ({ text: words }) => words },
  { key: 'read', label: text.users.isRead, cell: ({ is_read: isRead }) => (isRead ? text.common.yes : text.common.no) },
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
  {
    key: 'payout-methods',
    label: text.users.payoutMethods,
    call: clientCalls.payoutMethods,
    show: ({ uid }) => <ListPart<PayoutMethod> name="payout-methods" columns={payoutMethods} fixed={{ uid }} />,
  },
  {
    key: 'notices',
    label: text.users.notices,
    call: clientCalls.notices,
    show: ({ uid }) => <ListPart<Notice> name="client-notices" columns={notices} fixed={{ uid }} />,
  },
];

/** The client's orders, ledger, payments, payout methods and notices in one place, as far as the operator may read them (R-CON-40). */
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
