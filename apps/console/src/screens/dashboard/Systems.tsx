import { deskCalls } from '@candor/contracts/console/desk';
import type { dashboardCalls } from '@candor/contracts/console/market';
import { isPermitted } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type * as z from 'zod/mini';
import { session } from '../../api/console-api.ts';
import { useCall } from '../../api/use-call.ts';
import { Figure, Waited } from '../../parts/Figures.tsx';

type Now = z.output<typeof dashboardCalls.days.answer>['now'];
type Today = z.output<typeof deskCalls.today.answer>;

const { today } = text;
const everyMs = 5_000;

interface SystemFigure {
  readonly name: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Second line, with a dot; null without one. */
  readonly note: ReactNode;
  readonly isBad: boolean;
}

/** State of prices and halts, and how many trade (R-CON-21). */
export function Systems({ now }: { readonly now: Now }) {
  const { data } = useCall(deskCalls.today, {}, { everyMs });
  const figures: readonly SystemFigure[] = [
    ...(data === undefined ? [] : [feedsOf(data), haltsOf(data)]),
    plain(text.dashboard.users, now.users),
    plain(text.dashboard.openOrders, now.open_orders),
  ];
  return (
    <Card component="section" aria-label={text.dashboard.now} sx={{ mb: 2 }}>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: `repeat(${figures.length}, 1fr)` } }}
      >
        {figures.map(({ name, ...figure }) => (
          <FigureCell key={name} {...figure} />
        ))}
      </Box>
    </Card>
  );
}

function plain(label: string, value: number): SystemFigure {
  return { name: label, label, value: <Figure value={value} />, note: null, isBad: false };
}

function feedsOf({ feeds: { open, stale, stale_symbols: names } }: Today): SystemFigure {
  return {
    name: 'feeds',
    label: <PageLink to="/instruments" label={today.prices} />,
    value: today.fresh(open - stale, open),
    note: stale === 0 ? today.allFresh : today.staleOnes(names.join(', '), stale),
    isBad: stale > 0,
  };
}

function haltsOf({ halts, oldest_halt: oldest }: Today): SystemFigure {
  return {
    name: 'halts',
    label: <PageLink to="/halts" label={today.halts} />,
    value: <Figure value={halts} />,
    note:
      oldest === null ? (
        today.noHalt
      ) : (
        <>
          {oldest.symbol} <Waited since={oldest.since} /> · {oldest.reason}
        </>
      ),
    isBad: halts > 0,
  };
}

/** A link for operators who may read instruments and halts. */
function PageLink({ to, label }: { readonly to: string; readonly label: string }) {
  const operator = session.current?.operator;
  if (operator === undefined || !isPermitted(operator, 'instrument.read')) return label;
  return (
    <Link component={RouterLink} to={to}>
      {label}
    </Link>
  );
}

function FigureCell({ label, value, note, isBad }: Omit<SystemFigure, 'name'>) {
  return (
    <Box sx={{ px: 2, py: 1.25, minWidth: 0 }}>
      <Box
        component="dt"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.75rem', color: 'text.secondary' }}
      >
        {note !== null && <Dot isBad={isBad} />}
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, fontSize: '1.0625rem', fontWeight: 650 }}>
        {value}
        <Box
          sx={{
            fontSize: '0.75rem',
            fontWeight: 400,
            color: isBad ? 'warning.main' : 'text.secondary',
            overflowWrap: 'anywhere',
          }}
        >
          {note}
        </Box>
      </Box>
    </Box>
  );
}

function Dot({ isBad }: { readonly isBad: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ width: 7, height: 7, borderRadius: '50%', flex: 'none', bgcolor: isBad ? 'warning.main' : 'success.main' }}
    />
  );
}
