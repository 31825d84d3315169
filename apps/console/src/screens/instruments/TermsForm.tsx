import { instrumentCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import { ArrayInput, BooleanInput, SimpleFormIterator, TextInput } from 'react-admin';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { MomentInput } from '../../parts/PeriodInputs.tsx';

type Instrument = z.output<typeof instrumentCalls.one.answer>;

interface Closure {
  readonly from: number | null;
  readonly to: number | null;
  readonly note?: string | null;
}
interface Values {
  readonly is_offered: boolean;
  readonly leverages: string;
  readonly fee_rate: string;
  readonly lots_min: string;
  readonly lots_max: string;
  readonly swap_long: string;
  readonly swap_short: string;
  readonly stress_move: string;
  readonly closures: readonly Closure[] | null;
  readonly reason: string;
}

/** Form of the company's terms for one instrument; saved as a new version, refused if another version was saved meanwhile. */
export function TermsForm({ id, instrument }: { readonly id: string; readonly instrument: Instrument }) {
  const act = useAction();
  const { version, leverage_cap } = instrument;
  const record: Values = {
    ...instrument,
    leverages: instrument.leverages.join(', '),
    reason: '',
    stress_move: instrument.stress_move ?? '',
  };
  const save = (values: Values) =>
    act(instrumentCalls.change, { params: { id }, body: { ...toTerms(values), version } }, (saved) =>
      text.instruments.savedVersion(saved.version),
    );
  return (
    <FormCard<Values>
      record={record}
      label={text.instruments.saveTerms}
      isReadOnly={!mayCall(instrumentCalls.change)}
      onSave={save}
    >
      <BooleanInput source="is_offered" label={text.instruments.offered} helperText={false} />
      <TextInput
        source="leverages"
        label={text.instruments.leverages}
        helperText={`${text.instruments.leveragesHint} ${text.instruments.leverageCap(leverage_cap)}`}
      />
      <FieldGrid>
        <TextInput source="lots_min" label={text.instruments.lotsMin} helperText={false} />
        <TextInput source="lots_max" label={text.instruments.lotsMax} helperText={false} />
        <TextInput source="swap_long" label={text.instruments.swapLong} helperText={false} />
        <TextInput source="swap_short" label={text.instruments.swapShort} helperText={false} />
        <TextInput source="fee_rate" label={text.instruments.feeRate} helperText={false} />
        <TextInput
          source="stress_move"
          label={text.instruments.stressMove}
          helperText={text.instruments.stressMoveHint}
        />
      </FieldGrid>
      <ArrayInput source="closures" label={text.instruments.closures} helperText={text.instruments.closuresHint}>
        <SimpleFormIterator inline disableReordering disableClear>
          <MomentInput source="from" label={text.list.from} />
          <MomentInput source="to" label={text.list.to} />
          <TextInput source="note" label={text.instruments.note} helperText={false} />
        </SimpleFormIterator>
      </ArrayInput>
      <TextInput source="reason" label={text.common.reason} helperText={text.common.reasonHint} />
    </FormCard>
  );
}

function toTerms(values: Values) {
  const { is_offered, fee_rate, lots_min, lots_max, swap_long, swap_short, stress_move, reason } = values;
  const leverages = values.leverages
    .split(/[\s,×x]+/)
    .filter((part) => part !== '')
    .map(Number);
  const closures = (values.closures ?? []).map(({ from, to, note }) => ({
    from: from ?? 0,
    to: to ?? 0,
    note: note ?? '',
  }));
  const figures = { fee_rate, lots_min, lots_max, swap_long, swap_short, stress_move };
  return { is_offered, ...figures, leverages, closures, reason: reason ?? '' };
}
