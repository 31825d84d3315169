import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { bareAmount, tidyAmount } from '../format/funds-text.ts';
import styles from './AmountField.module.css';
import { cx } from './class-names.ts';
import fieldStyles from './Field.module.css';
import type { FieldControl } from './Field.tsx';
import figuresStyles from './Figures.module.css';
import { Icon } from './Icon.tsx';

export interface AmountFieldProps extends FieldControl {
  readonly label: string;
  /** Decimals of the currency. */
  readonly decimals: number;
  /** The currency, at the end of the field. */
  readonly unit: ReactNode;
  readonly autoFocus?: boolean;
}

/** Changes the text and keeps the selection, so that a user who arrives by Tab still replaces all of it. */
function replaceText(input: HTMLInputElement, change: () => void): void {
  const { value, selectionStart, selectionEnd } = input;
  const bareLength = (end: number | null) => value.slice(0, end ?? value.length).replaceAll(',', '').length;
  // Synchronously, before the user selects or types.
  flushSync(change);
  input.setSelectionRange(bareLength(selectionStart), bareLength(selectionEnd));
}

/** Amount of money as the screen's large figure; accepts every way of writing numbers (DESIGN 3). */
export function AmountField({ label, decimals, unit, autoFocus = false, ...control }: AmountFieldProps) {
  const { name, value, problem, onChange, onBlur } = control;
  const noteId = `${name}-problem`;
  return (
    <>
      <div className={styles.value} data-part="amount-field">
        <input
          name={name}
          className={cx(figuresStyles.number, styles.figure)}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          dir="ltr"
          maxLength={24}
          placeholder="0.00"
          // The page was opened by a press on a field, so the keyboard is wanted.
          autoFocus={autoFocus}
          aria-label={label}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : noteId}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onFocus={({ currentTarget }) => {
            const bare = bareAmount(value, decimals);
            if (bare !== value) replaceText(currentTarget, () => onChange(bare));
          }}
          onBlur={() => {
            if (value !== '') onChange(tidyAmount(value, decimals));
            onBlur?.();
          }}
        />
        {unit}
      </div>
      {problem === undefined ? null : (
        <span className={cx(fieldStyles.problem, styles.problem)} id={noteId}>
          <Icon name="warn" size={14} />
          <span>{problem}</span>
        </span>
      )}
    </>
  );
}
