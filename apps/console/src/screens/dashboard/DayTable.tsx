import type { dashboardCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { Amount, Figure } from '../../parts/Figures.tsx';

type Day = z.output<typeof dashboardCalls.days.answer>['days'][number];

const columns: readonly (readonly [string, (day: Day) => ReactNode])[] = [
  [text.dashboard.deposits, (day) => <Amount value={day.deposits} />],
  [text.dashboard.withdrawals, (day) => <Amount value={day.withdrawals} />],
  [text.dashboard.activeTraders, (day) => day.active_traders],
  [text.dashboard.newUsers, (day) => day.new_users],
  [text.dashboard.orders, (day) => day.orders],
  [text.dashboard.lots, (day) => <Figure value={day.lots} />],
  [text.dashboard.volume, (day) => <Amount value={day.volume_usd} />],
  [text.dashboard.fees, (day) => <Amount value={day.fees} />],
  [text.dashboard.swap, (day) => <Amount value={day.swap} />],
  [text.dashboard.clientProfit, (day) => <Amount value={day.client_profit} />],
  [text.dashboard.revenue, (day) => <Amount value={day.revenue} />],
];

/** Table of the days' figures, latest first. */
export function DayTable({ days }: { readonly days: readonly Day[] }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={text.dashboard.byDay}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{text.dashboard.day}</TableCell>
            {columns.map(([label]) => (
              <TableCell key={label} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {days.toReversed().map((day) => (
            <TableRow key={day.day}>
              <TableCell className="num">{day.day}</TableCell>
              {columns.map(([label, cell]) => (
                <TableCell key={label} align="right" className="num">
                  {cell(day)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
