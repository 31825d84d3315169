import type { verificationCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { useQueues } from '../../api/queues.ts';
import { Moment } from '../../parts/Figures.tsx';
import { TwoLines } from '../../parts/queue/cells.tsx';
import { QueuePage } from '../../parts/queue/QueuePage.tsx';
import { WaitClock } from '../../parts/queue/WaitClock.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { StatusFilter } from '../../parts/StatusFilter.tsx';

type Row = z.output<typeof verificationCalls.list.answer>['data'][number];

function columnsFor(p90: number | null): readonly Column<Row>[] {
  return [
    { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
    {
      key: 'client',
      label: text.queue.client,
      cell: ({ name, uid }) => (
        <TwoLines
          first={name === '' ? text.verifications.erased : <bdi>{name}</bdi>}
          second={<span className="num">{uid}</span>}
        />
      ),
    },
    {
      key: 'submitted_at',
      label: text.queue.waits,
      cell: ({ status, submitted_at: since }) =>
        status === 'waiting' ? <WaitClock since={since} p90={p90} /> : <Moment ms={since} />,
    },
    { key: 'status', label: text.common.status, cell: ({ status }) => <StatusChip status={status} /> },
    { key: 'reviewed_at', label: text.verifications.reviewed, cell: ({ reviewed_at }) => <Moment ms={reviewed_at} /> },
  ];
}

const states = [
  ['waiting', text.status.waiting],
  ['approved', text.status.approved],
  ['rejected', text.status.rejected],
] as const;

/** Queue of identity checks by state, oldest first (R-CON-11). */
export default function VerificationsPage() {
  const queue = useQueues().of('verifications');
  return (
    <QueuePage<Row>
      name="verifications"
      queue="verifications"
      title={text.menu.verifications}
      columns={columnsFor(queue?.p90_ms ?? null)}
      linkTo={({ id }) => `/verifications/${id}`}
      startFilter={{ status: 'waiting' }}
      filters={
        <StatusFilter
          source="status"
          label={text.common.status}
          choices={states}
          counts={{ waiting: queue?.waiting }}
        />
      }
    />
  );
}
