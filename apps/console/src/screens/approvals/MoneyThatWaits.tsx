import { correctionCalls, depositCalls, withdrawalCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { queueEveryMs } from '../../parts/request-columns.tsx';
import { Section } from '../../parts/Section.tsx';

const queues = [
  { to: '/deposits', label: text.menu.deposits, call: depositCalls.list, status: 'waiting' },
  { to: '/withdrawals', label: text.menu.withdrawals, call: withdrawalCalls.list, status: 'requested' },
  { to: '/corrections', label: text.menu.corrections, call: correctionCalls.list, status: 'proposed' },
] as const;

/** Links to the queues of money, where the second person of a request decides, with their lengths. */
export function MoneyThatWaits() {
  if (!mayCall(withdrawalCalls.list)) return null;
  return (
    <Section title={text.approvals.money} lead={text.approvals.moneyLead}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {queues.map((queue) => (
          <Queue key={queue.to} {...queue} />
        ))}
      </Box>
    </Section>
  );
}

function Queue({ to, label, call, status }: (typeof queues)[number]) {
  const query = { status, per_page: 1, sort: 'id', order: 'DESC' } as const;
  const { data } = useCall(call, { query }, { everyMs: queueEveryMs });
  return (
    <li>
      <Link component={RouterLink} to={to}>
        {label}
      </Link>{' '}
      <span className="num">{data?.total ?? text.common.none}</span>
    </li>
  );
}
