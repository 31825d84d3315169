import { userCalls, type userLimits } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { BooleanInput, NumberInput, TextInput } from '../../parts/inputs.tsx';

type Limits = z.output<typeof userLimits>;

/** Form of a user's limits, which can only be tighter than the company's rules. */
export function UserLimits(props: { readonly uid: string; readonly limits: Limits; readonly onSaved: () => void }) {
  const { uid, limits, onSaved } = props;
  const act = useAction();
  const save = async (values: Limits & { reason: string }) => {
    const outcome = await act(userCalls.limit, { params: { uid }, body: whole(values) }, text.common.saved);
    if (outcome.problem === null) onSaved();
    return outcome;
  };
  return (
    <FormCard<Limits & { reason: string }>
      record={{ ...limits, withdrawal_day_max: shownLimit(limits.withdrawal_day_max), reason: '' }}
      label={text.users.setLimits}
      isReadOnly={!mayCall(userCalls.limit)}
      onSave={save}
    >
      <FieldGrid>
        <NumberInput source="leverage_max" label={text.users.leverageMax} min={0} max={1000} />
        <NumberInput source="orders_max" label={text.users.ordersMax} min={0} max={200} />
        <TextInput
          source="withdrawal_day_max"
          label={text.users.withdrawalDayMax}
          helperText={text.users.emptyIsNone}
          slotProps={{ htmlInput: { inputMode: 'decimal' }, inputLabel: { shrink: true } }}
        />
      </FieldGrid>
      <BooleanInput source="is_opening_blocked" label={text.users.blockOpening} helperText={false} />
      <BooleanInput source="is_withdrawal_blocked" label={text.users.blockWithdrawal} helperText={false} />
      <TextInput source="reason" label={text.common.reason} helperText={text.common.reasonHint} />
    </FormCard>
  );
}

/** Returns a limit without trailing zeros; empty for none. */
function shownLimit(amount: string): string {
  const trimmed = amount.replace(/\.?0+$/, '');
  return /^0*$/.test(trimmed) ? '' : amount.includes('.') ? trimmed : amount;
}

/** Returns the limits with emptied fields as 0, i.e. no limit. */
function whole(values: Limits & { reason: string }): Limits & { reason: string } {
  return {
    leverage_max: values.leverage_max ?? 0,
    orders_max: values.orders_max ?? 0,
    withdrawal_day_max: values.withdrawal_day_max || '0',
    is_opening_blocked: values.is_opening_blocked,
    is_withdrawal_blocked: values.is_withdrawal_blocked,
    reason: values.reason ?? '',
  };
}
