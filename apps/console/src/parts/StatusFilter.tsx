import { text } from '@candor/texts/console';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListState } from './list-state.ts';

/** One filter of a list as tabs. */
export function StatusFilter(props: {
  readonly source: string;
  readonly label: string;
  /** Value and label of each tab; an empty value removes the filter. */
  readonly choices: readonly (readonly [string | number, string])[];
}) {
  const { source, label, choices } = props;
  const { filter, setFilter } = useListState();
  const current = filter[source] ?? '';
  return (
    <Tabs
      value={choices.some(([value]) => value === current) ? current : false}
      onChange={(_, value: string | number) => setFilter({ ...filter, [source]: value })}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ gridColumn: '1 / -1', mt: -0.5 }}
    >
      {choices.map(([value, name]) => (
        <Tab key={value} value={value} label={name} />
      ))}
    </Tabs>
  );
}

export const allChoice = ['', text.list.all] as const;
