import { chooseByArrow } from './arrow-tabs.ts';
import styles from './Segmented.module.css';

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** Choice of at most five values on one track; the thumb glides (DESIGN 5). */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const index = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const share = 100 / options.length;

  return (
    <div
      className={styles.track}
      data-part="segmented"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) =>
        chooseByArrow(
          event,
          options.map((option) => option.value),
          value,
          onChange,
        )
      }
    >
      <i
        className={styles.thumb}
        style={{
          width: `calc(${share}% - ${6 / options.length}px)`,
          insetInlineStart: `calc(3px + (100% - 6px) * ${index / options.length})`,
        }}
      />
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          className={option.value === value ? styles.selected : undefined}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
