import type { dashboardCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { Section } from '../../parts/Section.tsx';
import { DayChart } from './DayChart.tsx';
import { DayTable } from './DayTable.tsx';

type Day = z.output<typeof dashboardCalls.days.answer>['days'][number];

const charts = [
  ['deposits', text.dashboard.deposits, true],
  ['withdrawals', text.dashboard.withdrawals, true],
  ['active_traders', text.dashboard.activeTraders, false],
  ['volume_usd', text.dashboard.volume, true],
  ['revenue', text.dashboard.revenue, true],
  ['new_users', text.dashboard.newUsers, false],
] as const satisfies readonly (readonly [keyof Day, string, boolean])[];

/** One small chart per figure over the same days, and a table of the figures. */
export function DayCharts({ days }: { readonly days: readonly Day[] }) {
  const [isTable, setIsTable] = useState(false);
  if (days.length === 0) return <Section>{text.dashboard.noDays}</Section>;
  return (
    <>
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr', lg: '1fr 1fr 1fr' } }}>
        {charts.map(([name, label, isUsd]) => (
          <Section key={name} title={label}>
            <DayChart
              label={label}
              isUsd={isUsd}
              points={days.map((day) => ({ day: day.day, value: String(day[name]) }))}
            />
          </Section>
        ))}
      </Box>
      <Section
        title={text.dashboard.byDay}
        isFlush={isTable}
        action={
          <Button variant="outlined" size="small" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
            {text.dashboard.table}
          </Button>
        }
      >
        {isTable && <DayTable days={days} />}
      </Section>
    </>
  );
}
