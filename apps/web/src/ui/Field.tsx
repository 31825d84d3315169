import type { HTMLAttributes, HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { useId } from 'react';
import { t } from '../i18n/text.ts';
import { cx } from './class-names.ts';
import styles from './Field.module.css';
import figuresStyles from './Figures.module.css';
import { Icon } from './Icon.tsx';

/** State and handlers of one field; `useForm` makes it. */
export interface FieldControl {
  readonly name: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export interface FieldProps extends FieldControl {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly type?: 'text' | 'email' | 'password' | 'tel';
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly maxLength?: number;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  /** True for text that is Latin in every language: addresses, numbers, codes, passwords. */
  readonly isLatin?: boolean;
  readonly isNumeric?: boolean;
  readonly enterKeyHint?: 'next' | 'done' | 'go' | 'search';
  /** Button inside the box. */
  readonly trailing?: ReactNode;
  /** Picker or picture beside the box. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/**
 * Labelled text field: label above, box, then its problem, else its hint. Both are read aloud with the field (DESIGN
 * 4).
 */
export function Field(props: FieldProps) {
  const id = useId();
  const { problem, hint } = props;
  const hasBeside = props.before !== undefined || props.after !== undefined;
  const note = problem === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-problem`;
  const box = (
    <span className={styles.box}>
      <FieldInput {...props} id={id} note={note} />
      {props.trailing}
    </span>
  );
  return (
    <div className={cx(styles.field, problem === undefined ? undefined : styles.invalid)}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
        {props.isOptional === true ? <span className={styles.optional}> {t('form.optional')}</span> : null}
      </label>
      {hasBeside ? (
        <div className={styles.boxes}>
          {props.before}
          {box}
          {props.after}
        </div>
      ) : (
        box
      )}
      {problem === undefined ? null : (
        <span className={styles.problem} id={`${id}-problem`}>
          <Icon name="warn" size={14} />
          <span>{problem}</span>
        </span>
      )}
      {problem !== undefined || hint === undefined ? null : (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

function FieldInput(props: FieldProps & { readonly id: string; readonly note: string | undefined }) {
  const { type = 'text', isLatin = false } = props;
  return (
    <input
      id={props.id}
      name={props.name}
      type={type}
      inputMode={props.inputMode}
      autoComplete={props.autoComplete}
      autoCapitalize={isLatin ? 'none' : undefined}
      autoCorrect={isLatin ? 'off' : undefined}
      spellCheck={isLatin ? false : undefined}
      dir={isLatin ? 'ltr' : undefined}
      className={cx(styles.value, props.isNumeric === true && figuresStyles.number)}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      disabled={props.isDisabled}
      data-autofocus={props.autoFocus === true ? '' : undefined}
      enterKeyHint={props.enterKeyHint}
      required={props.isOptional !== true}
      aria-invalid={props.problem !== undefined}
      aria-describedby={props.note}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={props.onBlur}
    />
  );
}
