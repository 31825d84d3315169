import { Icon, type IconName } from './Icon.tsx';
import styles from './SortSelect.module.css';

export interface SortSelectProps<Sort extends string> {
  /** Accessible name. */
  readonly label: string;
  readonly value: Sort;
  readonly options: readonly { readonly value: Sort; readonly text: string }[];
  readonly onChange: (sort: Sort) => void;
  readonly testId: string;
  readonly icon?: IconName;
}

/** Order or filter of a list, chosen in the picker of the device. */
export function SortSelect<Sort extends string>(props: SortSelectProps<Sort>) {
  const { label, value, options, onChange, testId, icon = 'sort' } = props;
  return (
    <label className={styles.sort}>
      <Icon name={icon} size={16} />
      <select
        aria-label={label}
        data-testid={testId}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((one) => one.value === target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
    </label>
  );
}
