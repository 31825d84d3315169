import type { withdrawalRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { Amount } from '../../parts/Figures.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { queueEveryMs, requestHead, requestTail } from '../../parts/request-columns.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Withdrawal = z.output<typeof withdrawalRow>;

const columns: readonly Column<Withdrawal>[] = [
  ...requestHead,
  { key: 'amount', label: text.common.amount, isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
  {
    key: 'received',
    label: text.funds.received,
    isNumber: true,
    cell: ({ received, currency }) => <Amount value={received} currency={currency} />,
  },
  {
    key: 'destination',
    label: text.funds.destination,
    cell: ({ destination }) => <span className="code">{Object.values(destination).filter(Boolean).join(' · ')}</span>,
  },
  ...requestTail,
];

const states = [
  ['requested', text.status.requested],
  ['approved', text.status.toPay],
  ['paid', text.status.paid],
  ['rejected', text.status.rejected],
  ['cancelled', text.status.cancelled],
  allChoice,
] as const;

/** List of withdrawals, waiting ones first. */
export default function WithdrawalsPage() {
  return (
    <ListPage<Withdrawal>
      name="withdrawals"
      title={text.menu.withdrawals}
      columns={columns}
      linkTo={({ id }) => `/withdrawals/${id}`}
      startFilter={{ status: 'requested' }}
      everyMs={queueEveryMs}
      filters={
        <>
          <StatusFilter source="status" label={text.common.status} choices={states} />
          <TextInput source="uid" label={text.list.user} helperText={false} />
        </>
      }
    />
  );
}
