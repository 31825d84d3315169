import { clockCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useCall } from '../api/use-call.ts';
import { formatExactTime } from '../format/figures.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { reasonField } from '../parts/ActionDialog.tsx';

const lookEveryMs = 15_000;

/** Banner about a step of the server's clock, with the button that confirms it (R-TIME-07). */
export function ClockBanner() {
  const { data, reload } = useCall(clockCalls.state, {}, { everyMs: lookEveryMs });
  const step = data?.step ?? null;
  if (data === undefined || step === null) return null;
  const size = text.clock.step(step.kind, Math.round(Math.abs(step.by_ms) / 1_000));
  return (
    <Alert severity="error" sx={{ my: 1 }}>
      <AlertTitle>
        {text.clock.title}: {size}
      </AlertTitle>
      <p>{text.clock.lead}</p>
      <ActionButton
        call={clockCalls.confirm}
        label={text.clock.confirm}
        lead={text.clock.confirmLead}
        isGrave
        facts={[
          { label: text.clock.now, value: formatExactTime(data.now) },
          { label: text.clock.wall, value: formatExactTime(data.wall) },
        ]}
        fields={[reasonField]}
        input={({ reason = '' }) => ({ body: { step_id: step.id, reason } })}
        onDone={reload}
      />
    </Alert>
  );
}
