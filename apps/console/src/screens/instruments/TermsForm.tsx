import { instrumentCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFieldArray } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { BooleanInput, TextInput } from '../../parts/inputs.tsx';
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
        <TextInput source="swap_long" label={text.instruments.swapLong} helperText={text.instruments.swapHint} />
        <TextInput source="swap_short" label={text.instruments.swapShort} helperText={text.instruments.swapHint} />
        <TextInput source="fee_rate" label={text.instruments.feeRate} helperText={false} />
        <TextInput
          source="stress_move"
          label={text.instruments.stressMove}
          helperText={text.instruments.stressMoveHint}
        />
      </FieldGrid>
      <ClosureRows />
      <TextInput source="reason" label={text.common.reason} helperText={text.common.reasonHint} />
    </FormCard>
  );
}

/** Rows of the closures that the company adds to the market's calendar. */
function ClosureRows() {
  const { fields, append, remove } = useFieldArray({ name: 'closures' });
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, my: 1 }}>
      <Typography component="legend" variant="subtitle2">
        {text.instruments.closures}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {text.instruments.closuresHint}
      </Typography>
      {fields.map(({ id }, at) => (
        <Box key={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box sx={{ display: 'grid', flex: 1, gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
            <MomentInput source={`closures.${at}.from`} label={text.list.from} />
            <MomentInput source={`closures.${at}.to`} label={text.list.to} />
            <TextInput source={`closures.${at}.note`} label={text.instruments.note} helperText={false} />
          </Box>
          <Button color="inherit" onClick={() => remove(at)}>
            {text.instruments.removeClosure}
          </Button>
        </Box>
      ))}
      <Button
        variant="outlined"
        startIcon={<Add />}
        sx={{ mt: 1 }}
        onClick={() => append({ from: null, to: null, note: '' })}
      >
        {text.instruments.addClosure}
      </Button>
    </Box>
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
