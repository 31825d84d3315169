import { dashboardCalls } from '@candor/contracts/console/market';
import { payWayCalls } from '@candor/contracts/console/money';
import { isPermitted } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { session } from '../../api/console-api.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { ClientMoney } from './ClientMoney.tsx';
import { DayCharts } from './DayCharts.tsx';
import { SmsToday } from './SmsToday.tsx';
import { Systems } from './Systems.tsx';
import { ToDo } from './ToDo.tsx';

const spans = [7, 30, 90, 365] as const;
const everyMs = 30_000;

/** Dashboard: today's work, client money tied out, and the figures of each day (R-OPS-79). The server computes every figure. */
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
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 6fr) minmax(0, 5fr)' },
              columnGap: 2,
              alignItems: 'start',
            }}
          >
            <ToDo />
            <div>
              <ClientMoney />
            </div>
          </Box>
          <Systems now={data.now} />
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
