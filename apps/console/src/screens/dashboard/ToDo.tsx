import type { DeskQueue } from '@candor/contracts/console/desk';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link as RouterLink } from 'react-router';
import { type QueueFigures, useQueues } from '../../api/queues.ts';
import { formatAge } from '../../format/figures.ts';
import { Waited } from '../../parts/Figures.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LiveChip } from '../../parts/queue/QueueHead.tsx';
import { Section } from '../../parts/Section.tsx';

const { today, menu } = text;

/** Name of each queue, its page, and the page of one entry. */
const places: Readonly<
  Record<DeskQueue, { readonly label: string; readonly path: string; readonly hasEntries: boolean }>
> = {
  withdrawals: { label: menu.withdrawals, path: '/withdrawals', hasEntries: true },
  payouts: { label: today.payouts, path: '/withdrawals', hasEntries: true },
  deposits: { label: menu.deposits, path: '/deposits', hasEntries: true },
  corrections: { label: menu.corrections, path: '/corrections', hasEntries: false },
  verifications: { label: menu.verifications, path: '/verifications', hasEntries: true },
};

/** Today's work: each queue with its oldest entry, the longest waiting first (R-CON-19). */
export function ToDo() {
  const { data, error, reload } = useQueues();
  if (data === undefined) return error === null ? null : <LoadFailed error={error} onAgain={reload} />;
  const rows = data.queues.toSorted((a, b) => (a.oldest_at ?? Infinity) - (b.oldest_at ?? Infinity));
  return (
    <Section title={today.toDo} action={<LiveChip />} isFlush>
      {rows.length === 0 ? (
        <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{today.noQueues}</Box>
      ) : (
        <Box sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{today.queue}</TableCell>
                <TableCell align="right">{text.dashboard.waiting}</TableCell>
                <TableCell align="right">{today.oldest}</TableCell>
                <TableCell align="right">{today.p90}</TableCell>
                <TableCell align="right">{today.late}</TableCell>
                <TableCell component="td" />
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((queue) => (
                <QueueRow key={queue.name} queue={queue} />
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Section>
  );
}

function QueueRow({ queue }: { readonly queue: QueueFigures }) {
  const { name, waiting, late, oldest_at: since, oldest_id: id, p90_ms: p90 } = queue;
  const { label, path, hasEntries } = places[name];
  const list = name === 'payouts' ? `${path}?filter=${encodeURIComponent('{"status":"approved"}')}` : path;
  return (
    <TableRow hover>
      <TableCell sx={{ fontWeight: 600 }}>{label}</TableCell>
      <TableCell align="right" className="num" sx={{ fontSize: '1rem !important', fontWeight: 650 }}>
        {waiting}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {since === null ? (
          text.common.none
        ) : (
          <Box component="span" sx={late > 0 ? { color: 'warning.main', fontWeight: 600 } : {}}>
            <Waited since={since} />
          </Box>
        )}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {p90 === null ? text.common.none : formatAge(p90)}
      </TableCell>
      <TableCell align="right" className="num" sx={late > 0 ? { color: 'warning.main', fontWeight: 600 } : {}}>
        {late}
      </TableCell>
      <TableCell align="right">
        <Button
          size="small"
          variant={late > 0 ? 'contained' : 'outlined'}
          component={RouterLink}
          to={id !== null && hasEntries ? `${path}/${id}` : list}
          aria-label={`${label}: ${id === null ? today.open : text.queue.nextOne}`}
        >
          {id === null ? today.open : text.queue.nextOne}
        </Button>
      </TableCell>
    </TableRow>
  );
}
