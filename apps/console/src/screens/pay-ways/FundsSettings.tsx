import { type fundsSettings, payWayCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { NumberInput, TextInput } from '../../parts/inputs.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';

type Settings = z.output<typeof fundsSettings>;

/** Form of the money desk's thresholds and holds. */
export function FundsSettings() {
  const { data, error, reload } = useCall(payWayCalls.settings);
  const act = useAction();
  return (
    <Box sx={{ px: 2, pb: 2, maxWidth: 860 }}>
      {error !== null && <LoadFailed error={error} onAgain={reload} />}
      {data !== undefined && (
        <FormCard<Settings>
          record={data}
          label={text.common.save}
          isReadOnly={!mayCall(payWayCalls.changeSettings)}
          onSave={(body) => act(payWayCalls.changeSettings, { body }, text.common.saved)}
        >
          <FieldGrid>
            <TextInput source="withdrawal_second_from" label={text.payWays.secondFrom} />
            <TextInput source="deposit_second_from" label={text.payWays.depositSecondFrom} />
            <TextInput source="auto_credit_max" label={text.payWays.autoCredit} />
            <NumberInput source="method_hold_hours" label={text.payWays.hold} min={0} max={168} />
            <NumberInput source="freeze_hours" label={text.payWays.freeze} min={0} max={168} />
            <NumberInput source="requests_max" label={text.payWays.requests} min={1} max={20} />
          </FieldGrid>
        </FormCard>
      )}
    </Box>
  );
}
