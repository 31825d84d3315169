import { text } from '@candor/texts/console';
import { Moment, Waited } from './Figures.tsx';
import { isUndecided } from './funds-facts.tsx';
import { ClientCell } from './queue/cells.tsx';
import type { Column } from './RowTable.tsx';
import { StatusChip } from './StatusChip.tsx';

interface Request {
  readonly id: number;
  readonly uid: string;
  readonly client_name: string;
  readonly status: string;
  readonly requested_at: number;
  readonly since: number;
  readonly approvals: readonly unknown[];
  readonly approvals_needed: number;
}

export const requestId: Column<Request> = {
  key: 'id',
  label: text.common.id,
  cell: ({ id }) => <span className="num">{id}</span>,
  canSort: true,
};

export const requestStatus: Column<Request> = {
  key: 'status',
  label: text.common.status,
  cell: ({ status }) => <StatusChip status={status} />,
};

export const requestedAt: Column<Request> = {
  key: 'requested_at',
  label: text.common.requested,
  cell: (row) => <Moment ms={row.requested_at} />,
};

export const requestHead: readonly Column<Request>[] = [
  requestId,
  requestStatus,
  {
    key: 'client',
    label: text.queue.client,
    cell: ({ client_name: name, uid }) => <ClientCell name={name} uid={uid} />,
  },
];

export const requestTail: readonly Column<Request>[] = [
  {
    key: 'approvals',
    label: text.common.approvals,
    cell: (row) => text.common.approvalsOf(row.approvals.length, row.approvals_needed),
  },
  {
    key: 'since',
    label: text.common.since,
    cell: (row) => (isUndecided(row) ? <Waited since={row.since} /> : text.common.none),
  },
  requestedAt,
];

/** Refresh interval of a visible queue. */
export const queueEveryMs = 30_000;
