import type { depositRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { Amount } from '../../parts/Figures.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { queueEveryMs, requestHead, requestTail } from '../../parts/request-columns.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Deposit = z.output<typeof depositRow>;

/** Status column that marks contested deposits. */
const statusColumn: Column<Deposit> = {
  key: 'status',
  label: text.common.status,
  cell: ({ status, contested }) => <StatusChip status={contested === null ? status : 'contested'} />,
};

const columns: readonly Column<Deposit>[] = [
  ...requestHead.map((column) => (column.key === 'status' ? statusColumn : column)),
  { key: 'method', label: text.funds.method, cell: ({ method }) => text.funds[method] },
  {
    key: 'paid',
    label: text.funds.paid,
    isNumber: true,
    cell: ({ paid, currency }) => <Amount value={paid} currency={currency} />,
  },
  { key: 'credit', label: text.funds.credit, isNumber: true, cell: ({ credit }) => <Amount value={credit} /> },
  ...requestTail,
];

const states = [
  ['waiting', text.status.waiting],
  ['credited', text.status.credited],
  ['rejected', text.status.rejected],
  ['voided', text.status.voided],
  allChoice,
] as const;

/** List of deposits, waiting ones first. */
export default function DepositsPage() {
  return (
    <ListPage<Deposit>
      name="deposits"
      title={text.menu.deposits}
      columns={columns}
      linkTo={({ id }) => `/deposits/${id}`}
      startFilter={{ status: 'waiting' }}
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
