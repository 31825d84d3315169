import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListState } from './list-state.ts';
import { Count } from './queue/Count.tsx';

/** One filter of a list as tabs. */
export function StatusFilter(props: {
  readonly source: string;
  readonly label: string;
  /** Value and label of each tab; an empty value removes the filter. */
  readonly choices: readonly (readonly [string | number, string])[];
  /** Number of entries by value, where it is known. */
  readonly counts?: Readonly<Record<string, number | undefined>>;
}) {
  const { source, label, choices, counts = {} } = props;
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
        <Tab key={value} value={value} label={<CountedLabel name={name} count={counts[value]} />} />
      ))}
    </Tabs>
  );
}

function CountedLabel({ name, count }: { readonly name: string; readonly count: number | undefined }) {
  if (count === undefined) return name;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}>
      {name} <Count value={count} />
    </Box>
  );
}

export const allChoice = ['', text.list.all] as const;
