import type { withdrawalRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type * as z from 'zod/mini';
import { useQueues } from '../../api/queues.ts';
import { Amount, Moment, useNow } from '../../parts/Figures.tsx';
import { isUndecided } from '../../parts/funds-facts.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ApprovalDots, ClientCell, TwoLines } from '../../parts/queue/cells.tsx';
import { PayeeMark } from '../../parts/queue/PayeeMark.tsx';
import { QueuePage } from '../../parts/queue/QueuePage.tsx';
import { WaitClock } from '../../parts/queue/WaitClock.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { StatusChip, ToneChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

export type Withdrawal = z.output<typeof withdrawalRow>;

/** True if the withdrawal can be reviewed together with others: nothing about it needs a closer look (R-CON-15). */
export function isSafeTogether(withdrawal: Withdrawal, nowMs: number): boolean {
  const { status, payee_match: match, approvals_needed: needed } = withdrawal;
  const isPlain = match === 'same' || match === 'known';
  return status === 'requested' && isPlain && needed === 1 && flagsOf(withdrawal, nowMs).length === 0;
}

function flagsOf(withdrawal: Withdrawal, nowMs: number): readonly (keyof typeof text.queue.flag)[] {
  const {
    payee_match: match,
    is_method_changed: isChanged,
    held_until: heldUntil,
    waits_for_market: waits,
  } = withdrawal;
  return [
    ...(match === 'other' ? (['thirdParty'] as const) : []),
    ...(isChanged ? (['changed'] as const) : []),
    ...(heldUntil !== null && heldUntil > nowMs ? (['held'] as const) : []),
    ...(waits && isUndecided(withdrawal) ? (['market'] as const) : []),
  ];
}

function Flags({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const flags = flagsOf(withdrawal, useNow());
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {flags.map((flag) => (
        <ToneChip key={flag} label={text.queue.flag[flag]} tone={flag === 'thirdParty' ? 'bad' : 'waiting'} />
      ))}
    </Box>
  );
}

function columnsFor(p90: number | null): readonly Column<Withdrawal>[] {
  return [
    { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
    {
      key: 'client',
      label: text.queue.client,
      cell: ({ client_name: name, uid }) => <ClientCell name={name} uid={uid} />,
    },
    {
      key: 'payee',
      label: text.queue.whoIsPaid,
      cell: (row) => <TwoLines first={<PayeeMark match={row.payee_match} />} second={<PayeeWords row={row} />} />,
    },
    {
      key: 'amount',
      label: text.common.amount,
      isNumber: true,
      cell: ({ amount }) => <TwoLines first={<Amount value={amount} />} second="USD" />,
    },
    {
      key: 'received',
      label: text.queue.receives,
      isNumber: true,
      cell: ({ received, currency, method, protocol }) => (
        <TwoLines
          first={<Amount value={received} currency={currency} />}
          second={protocol === '' ? text.funds[method] : protocol}
        />
      ),
    },
    {
      key: 'requested_at',
      label: text.queue.waits,
      cell: (row) =>
        isUndecided(row) ? <WaitClock since={row.requested_at} p90={p90} /> : <Moment ms={row.requested_at} />,
    },
    { key: 'flags', label: text.queue.flags, cell: (row) => <Flags withdrawal={row} /> },
    {
      key: 'approvals',
      label: text.common.approvals,
      cell: ({ approvals, approvals_needed: needed, status }) => (
        <TwoLines
          first={<ApprovalDots approvals={approvals} needed={needed} />}
          second={status === 'requested' ? '' : <StatusChip status={status} />}
        />
      ),
    },
  ];
}

function PayeeWords({ row }: { readonly row: Withdrawal }) {
  if (row.payee_name !== '') return <bdi>{row.payee_name}</bdi>;
  return <span className="code">{row.destination['address'] ?? ''}</span>;
}

const states = [
  ['requested', text.status.requested],
  ['approved', text.status.toPay],
  ['paid', text.status.paid],
  ['rejected', text.status.rejected],
  ['cancelled', text.status.cancelled],
  allChoice,
] as const;

/** Queue of withdrawals: who is paid, whether it is the client, and since when they wait (R-CON-11, R-CON-12). */
export default function WithdrawalsPage() {
  const queues = useQueues();
  const nowMs = useNow();
  const [requested, approved] = [queues.of('withdrawals'), queues.of('payouts')];
  return (
    <QueuePage<Withdrawal>
      name="withdrawals"
      queue="withdrawals"
      others={['payouts']}
      title={text.menu.withdrawals}
      columns={columnsFor(requested?.p90_ms ?? null)}
      linkTo={({ id }) => `/withdrawals/${id}`}
      startFilter={{ status: 'requested' }}
      bulk={{
        mayTick: (row) => isSafeTogether(row, nowMs),
        pathOf: (rows) => `/withdrawals/review?ids=${rows.map(({ id }) => id).join(',')}`,
      }}
      whenClear={
        (approved?.waiting ?? 0) > 0 && (
          <Button
            variant="contained"
            component={RouterLink}
            to={`/withdrawals?filter=${encodeURIComponent('{"status":"approved"}')}`}
          >
            {text.queue.payApproved(approved?.waiting ?? 0)}
          </Button>
        )
      }
      filters={
        <>
          <StatusFilter
            source="status"
            label={text.common.status}
            choices={states}
            counts={{ requested: requested?.waiting, approved: approved?.waiting }}
          />
          <TextInput source="uid" label={text.list.user} helperText={false} />
        </>
      }
    />
  );
}
