import type { ReactNode } from 'react';
import { scrollBehaviour } from '../platform/media.ts';
import styles from './Chips.module.css';
import { cx } from './class-names.ts';
import { Icon } from './Icon.tsx';

export interface ChipsProps {
  readonly label: string;
  readonly options: readonly { readonly id: number; readonly label: string }[];
  readonly selected: number | null;
  readonly onChange: (selected: number | null) => void;
  /** Chips of another kind, before these. */
  readonly first?: ReactNode;
}

/** Row of filters. Tapping the chosen one again clears it; there is no "All" (DESIGN 4). */
export function Chips({ label, options, selected, onChange, first }: ChipsProps) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {first}
      {options.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          className={cx(styles.chip, id === selected && styles.selected)}
          aria-pressed={id === selected}
          data-testid="category-chip"
          onClick={(event) => {
            onChange(id === selected ? null : id);
            event.currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: scrollBehaviour() });
          }}
        >
          {text}
          {id === selected ? <Icon name="close" size={14} /> : null}
        </button>
      ))}
    </div>
  );
}
