import type { dashboardCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type * as z from 'zod/mini';

type Sms = z.output<typeof dashboardCalls.days.answer>['sms'];

/** Share of a limit from which operators are warned, same as in the audit trail. */
const nearAt = 0.8;

/** Today's SMS against their limits (R-SES-37); empty on a day without SMS. */
export function SmsToday({ sms }: { readonly sms: Sms }) {
  const { used, limit, refused, countries } = sms;
  if (used === 0 && refused === 0) return null;
  const shares = [used / limit, ...countries.map((one) => one.used / sms.country_limit)];
  const share = Math.max(...shares);
  const full = countries
    .filter((one) => one.used >= sms.country_limit)
    .map(({ country }) => `+${country}`)
    .join(', ');
  const figures = [
    [text.dashboard.sms, text.dashboard.smsOf(used, limit)],
    ...countries.map((one) => [text.dashboard.smsTo(one.country), text.dashboard.smsOf(one.used, sms.country_limit)]),
    [text.dashboard.smsRefused, String(refused)],
  ] as const;
  return (
    <Card component="section" aria-label={text.dashboard.sms} sx={{ mb: 2, p: 2 }}>
      {share >= nearAt && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {used >= limit
            ? text.dashboard.smsUsed
            : full === ''
              ? text.dashboard.smsNear
              : text.dashboard.smsCountryUsed(full)}
        </Alert>
      )}
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
        {figures.map(([label, value]) => (
          <Box key={label} sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600 }} className="num">
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
