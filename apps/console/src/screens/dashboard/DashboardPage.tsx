import { dashboardCalls } from '@candor/contracts/console/market';
import { payWayCalls } from '@candor/contracts/console/money';
import type { Permission } from '@candor/contracts/console/permissions';
import { isPermitted } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type * as z from 'zod/mini';
import { session } from '../../api/console-api.ts';
import { useCall } from '../../api/use-call.ts';
import { formatAge } from '../../format/figures.ts';
import { Amount, Figure, Waited } from '../../parts/Figures.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { DayCharts } from './DayCharts.tsx';
import { SmsToday } from './SmsToday.tsx';

type Facts = z.output<typeof dashboardCalls.days.answer>;

const spans = [7, 30, 90, 365] as const;
const everyMs = 30_000;

/** Dashboard: waiting requests and the figures of each day (R-OPS-79). The server computes every figure. */
export default function DashboardPage() {
  const [days, setDays] = useState<number>(30);
  const { data, error, reload } = useCall(dashboardCalls.days, { query: { days } }, { everyMs });
  return (
    <>
      <PageHead title={text.menu.dashboard} lead={text.dashboard.lead}>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={days}
          onChange={(_, value: number | null) => value !== null && setDays(value)}
          aria-label={text.dashboard.byDay}
        >
          {spans.map((span) => (
            <ToggleButton key={span} value={span}>
              {text.dashboard.days(span)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </PageHead>
      {error !== null && <LoadFailed error={error} onAgain={reload} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={420} />}
      {data !== undefined && (
        <>
          <NoPayWay />
          <Waiting facts={data} />
          <Now facts={data} />
          <SmsToday sms={data.sms} />
          <DayCharts days={data.days} />
        </>
      )}
    </>
  );
}

/** Notice with a link to the deposit methods, shown while no method is active. */
function NoPayWay() {
  const operator = session.current?.operator;
  const isWanted = operator !== undefined && isPermitted(operator, 'payway.read');
  const { data } = useCall(payWayCalls.list, { query: { per_page: 100 } }, { isWanted });
  if (data === undefined || data.data.some((way) => way.is_active)) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button component={RouterLink} to="/pay-ways" color="inherit" size="small">
          {text.dashboard.setPayWay}
        </Button>
      }
    >
      {text.dashboard.noPayWay}
    </Alert>
  );
}

const queues = [
  ['deposits', '/deposits', text.menu.deposits, 'funds.read'],
  ['withdrawals', '/withdrawals', text.menu.withdrawals, 'funds.read'],
  ['corrections', '/corrections', text.menu.corrections, 'funds.read'],
  ['verifications', '/verifications', text.menu.verifications, 'verification.read'],
] as const satisfies readonly (readonly [keyof Facts['waiting'], string, string, Permission])[];

function Waiting({ facts }: { readonly facts: Facts }) {
  const operator = session.current?.operator;
  return (
    <Grid label={text.dashboard.waiting}>
      {queues.map(([name, path, label, permission]) => {
        const count = facts.waiting[name];
        const isOpen = operator !== undefined && isPermitted(operator, permission);
        return (
          <Card key={name} sx={count > 0 ? { borderColor: 'text.secondary' } : {}}>
            <CardActionArea
              {...(isOpen ? { component: RouterLink, to: path } : { disabled: true })}
              sx={{ p: 2, height: '100%' }}
            >
              <Headline label={label} isQuiet={count === 0}>
                <span className="num">{count}</span>
              </Headline>
            </CardActionArea>
          </Card>
        );
      })}
    </Grid>
  );
}

function Now({ facts: { now } }: { readonly facts: Facts }) {
  const figures: readonly (readonly [string, ReactNode])[] = [
    [
      text.dashboard.oldest,
      now.oldest_withdrawal_at === null ? text.dashboard.noneWaits : <Waited since={now.oldest_withdrawal_at} />,
    ],
    [text.dashboard.p90, now.p90_ms === null ? text.common.none : formatAge(now.p90_ms)],
    [text.dashboard.clientMoney, <Amount key="money" value={now.client_money} />],
    [text.dashboard.locked, <Amount key="locked" value={now.locked} />],
    [text.dashboard.users, <Figure key="users" value={now.users} />],
    [text.dashboard.openOrders, <Figure key="orders" value={now.open_orders} />],
  ];
  return (
    <Card component="section" aria-label={text.dashboard.now} sx={{ mb: 2, p: 2 }}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
        }}
      >
        {figures.map(([label, value]) => (
          <Box key={label} sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', gap: 0.5 }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontSize: '1.0625rem' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function Grid({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{ display: 'grid', gap: 2, mb: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
    >
      {children}
    </Box>
  );
}

function Headline(props: { readonly label: string; readonly isQuiet: boolean; readonly children: ReactNode }) {
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {props.label}
      </Typography>
      <Typography
        sx={{ fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.3 }}
        color={props.isQuiet ? 'textSecondary' : 'textPrimary'}
      >
        {props.children}
      </Typography>
    </>
  );
}
