import { text } from '@candor/texts/console';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListContext } from 'react-admin';

/** One filter of a list as tabs. */
export function StatusFilter(props: {
  readonly source: string;
  readonly label: string;
  /** Value and label of each tab; an empty value removes the filter. */
  readonly choices: readonly (readonly [string | number, string])[];
}) {
  const { source, label, choices } = props;
  const { filterValues, setFilters } = useListContext();
  const current = (filterValues as Record<string, unknown>)[source] ?? '';
  const choose = (value: string | number) => {
    const { [source]: _, ...others } = filterValues as Record<string, unknown>;
    setFilters(value === '' ? others : { ...others, [source]: value });
  };
  return (
    <Tabs
      value={choices.some(([value]) => value === current) ? current : false}
      onChange={(_, value: string | number) => choose(value)}
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
