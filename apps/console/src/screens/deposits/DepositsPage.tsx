import type { depositRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { useQueues } from '../../api/queues.ts';
import { Amount, Moment } from '../../parts/Figures.tsx';
import { isUndecided } from '../../parts/funds-facts.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ApprovalDots, ClientCell, TwoLines } from '../../parts/queue/cells.tsx';
import { QueuePage } from '../../parts/queue/QueuePage.tsx';
import { WaitClock } from '../../parts/queue/WaitClock.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Deposit = z.output<typeof depositRow>;

function columnsFor(p90: number | null): readonly Column<Deposit>[] {
  return [
    { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
    {
      key: 'client',
      label: text.queue.client,
      cell: ({ client_name: name, uid }) => <ClientCell name={name} uid={uid} />,
    },
    {
      key: 'paid',
      label: text.funds.paid,
      isNumber: true,
      cell: ({ paid, currency, method, protocol }) => (
        <TwoLines
          first={<Amount value={paid} currency={currency} />}
          second={protocol === '' ? text.funds[method] : protocol}
        />
      ),
    },
    {
      key: 'credit',
      label: text.funds.credit,
      isNumber: true,
      cell: ({ credit }) => <TwoLines first={<Amount value={credit} />} second="USD" />,
    },
    {
      key: 'requested_at',
      label: text.queue.waits,
      cell: (row) =>
        isUndecided(row) ? <WaitClock since={row.requested_at} p90={p90} /> : <Moment ms={row.requested_at} />,
    },
    {
      key: 'status',
      label: text.common.status,
      cell: ({ status, contested }) => <StatusChip status={contested === null ? status : 'contested'} />,
    },
    {
      key: 'approvals',
      label: text.common.approvals,
      cell: ({ approvals, approvals_needed: needed }) => <ApprovalDots approvals={approvals} needed={needed} />,
    },
  ];
}

const states = [
  ['waiting', text.status.waiting],
  ['credited', text.status.credited],
  ['rejected', text.status.rejected],
  ['voided', text.status.voided],
  allChoice,
] as const;

/** Queue of deposits, oldest first (R-CON-11). */
export default function DepositsPage() {
  const queue = useQueues().of('deposits');
  return (
    <QueuePage<Deposit>
      name="deposits"
      queue="deposits"
      title={text.menu.deposits}
      columns={columnsFor(queue?.p90_ms ?? null)}
      linkTo={({ id }) => `/deposits/${id}`}
      startFilter={{ status: 'waiting' }}
      filters={
        <>
          <StatusFilter
            source="status"
            label={text.common.status}
            choices={states}
            counts={{ waiting: queue?.waiting }}
          />
          <TextInput source="uid" label={text.list.user} helperText={false} />
        </>
      }
    />
  );
}
