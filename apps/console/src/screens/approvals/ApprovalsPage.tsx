import { text } from '@candor/texts/console';
import { Moment } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { queueEveryMs } from '../../parts/request-columns.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { StatusFilter } from '../../parts/StatusFilter.tsx';
import { type Approval, toneOf } from './approval.ts';
import { MoneyThatWaits } from './MoneyThatWaits.tsx';

const { approvals } = text;

const columns: readonly Column<Approval>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span> },
  { key: 'kind', label: approvals.kind, cell: ({ kind }) => approvals.kinds[kind] },
  { key: 'subject', label: approvals.subject, cell: ({ subject }) => subject },
  { key: 'author', label: approvals.author, cell: ({ author }) => author },
  { key: 'requested_at', label: approvals.requested, cell: ({ requested_at }) => <Moment ms={requested_at} /> },
  {
    key: 'status',
    label: text.common.status,
    cell: ({ status }) => <ToneChip label={approvals.statuses[status]} tone={toneOf(status)} />,
  },
  { key: 'decided_by', label: approvals.decidedBy, cell: ({ decided_by }) => decided_by || text.common.none },
];

const views = [
  ['waiting', approvals.views.waiting],
  ['own', approvals.views.own],
  ['decided', approvals.views.decided],
] as const;

/** Inbox of the changes that need a second person (R-OPS-94). */
export default function ApprovalsPage() {
  return (
    <ListPage<Approval>
      name="approvals"
      title={text.menu.approvals}
      lead={approvals.lead}
      columns={columns}
      startFilter={{ view: 'waiting' }}
      isQueue
      everyMs={queueEveryMs}
      linkTo={({ id }) => `/approvals/${id}`}
      filters={<StatusFilter source="view" label={approvals.view} choices={views} />}
      notice={<MoneyThatWaits />}
    />
  );
}
