import { text } from '@candor/texts/console';
import { fromLocalInput, toLocalInput } from '../format/figures.ts';
import { TextInput } from './inputs.tsx';

const shrunk = { inputLabel: { shrink: true } } as const;

const toDay = (ms: unknown): string => toLocalInput(ms).slice(0, 10);
/** Returns the first or last millisecond of a day in the operator's time zone; null for an empty input. */
function fromDay(day: string, isEnd: boolean): number | null {
  return fromLocalInput(`${day}T${isEnd ? '23:59:59.999' : '00:00:00.000'}`);
}

/** Inputs for the filters `from` and `to`, as days in the operator's time zone. */
export function PeriodInputs() {
  return (
    <>
      <DayInput source="from" label={text.list.from} isEnd={false} />
      <DayInput source="to" label={text.list.to} isEnd />
    </>
  );
}

function DayInput(props: { readonly source: string; readonly label: string; readonly isEnd: boolean }) {
  const { source, label, isEnd } = props;
  return (
    <TextInput
      source={source}
      label={label}
      type="date"
      helperText={false}
      format={toDay}
      parse={(day: string) => fromDay(day, isEnd)}
      slotProps={shrunk}
    />
  );
}

/** Input of a time in the operator's time zone; its value is in ms. */
export function MomentInput({ source, label }: { readonly source: string; readonly label: string }) {
  return (
    <TextInput
      source={source}
      label={label}
      type="datetime-local"
      helperText={false}
      format={toLocalInput}
      parse={fromLocalInput}
      slotProps={shrunk}
    />
  );
}
