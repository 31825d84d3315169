import type { verificationCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { Moment, Waited } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { queueEveryMs } from '../../parts/request-columns.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { StatusFilter } from '../../parts/StatusFilter.tsx';

type Row = z.output<typeof verificationCalls.list.answer>['data'][number];

const columns: readonly Column<Row>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'status', label: text.common.status, cell: ({ status }) => <StatusChip status={status} /> },
  { key: 'uid', label: text.common.user, cell: ({ uid }) => <span className="num">{uid}</span> },
  {
    key: 'waits',
    label: text.common.since,
    cell: ({ status, submitted_at }) => (status === 'waiting' ? <Waited since={submitted_at} /> : text.common.none),
  },
  {
    key: 'submitted_at',
    label: text.verifications.submitted,
    cell: ({ submitted_at }) => <Moment ms={submitted_at} />,
  },
  { key: 'reviewed_at', label: text.verifications.reviewed, cell: ({ reviewed_at }) => <Moment ms={reviewed_at} /> },
];

const states = [
  ['waiting', text.status.waiting],
  ['approved', text.status.approved],
  ['rejected', text.status.rejected],
] as const;

/** List of identity checks by state, waiting ones first. */
export default function VerificationsPage() {
  return (
    <ListPage<Row>
      name="verifications"
      title={text.menu.verifications}
      lead={text.verifications.lead}
      columns={columns}
      linkTo={({ id }) => `/verifications/${id}`}
      startFilter={{ status: 'waiting' }}
      everyMs={queueEveryMs}
      filters={<StatusFilter source="status" label={text.common.status} choices={states} />}
    />
  );
}
