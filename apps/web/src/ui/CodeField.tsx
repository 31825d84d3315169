import { t } from '../i18n/text.ts';
import buttonStyles from './Button.module.css';
import styles from './CodeField.module.css';
import { cx } from './class-names.ts';
import fieldStyles from './Field.module.css';
import type { FieldControl } from './Field.tsx';
import { Field } from './Field.tsx';

export interface CodeFieldProps extends FieldControl {
  readonly placeholder: string;
  readonly hint?: string;
  /** Seconds until the next code can be requested; 0 if it can be now. */
  readonly secondsLeft: number;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** Field for a code, with the button that sends it and counts down a minute (R-SCR-08, R-CON-05). */
export function CodeField({ secondsLeft, isSending, onSend, ...control }: CodeFieldProps) {
  const isWaiting = secondsLeft > 0;
  return (
    <Field
      {...control}
      label={t('form.code')}
      autoComplete="one-time-code"
      inputMode="numeric"
      isLatin
      isNumeric
      maxLength={16}
      trailing={
        <button
          type="button"
          className={cx(
            buttonStyles.button,
            buttonStyles.small,
            fieldStyles.send,
            isWaiting ? cx(buttonStyles.waiting, fieldStyles.waiting) : buttonStyles.primary,
            isSending && buttonStyles.busy,
          )}
          aria-busy={isSending}
          disabled={isWaiting}
          onClick={onSend}
        >
          {isSending ? <i className={cx(buttonStyles.spinner, styles.spinner)} /> : null}
          {isWaiting ? t('form.resendIn', { seconds: secondsLeft }) : t('form.sendCode')}
        </button>
      }
    />
  );
}
