import { useState } from 'react';
import { t } from '../i18n/text.ts';
import buttonStyles from './Button.module.css';
import { cx } from './class-names.ts';
import fieldStyles from './Field.module.css';
import type { FieldControl } from './Field.tsx';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface PasswordFieldProps extends FieldControl {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly placeholder?: string;
  readonly hint?: string;
  readonly enterKeyHint?: 'next' | 'done' | 'go';
}

/** Password field with a button that shows the text. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      isLatin
      maxLength={1024}
      trailing={
        <button
          type="button"
          className={cx(buttonStyles.iconButton, fieldStyles.action)}
          aria-label={isShown ? t('form.hidePassword') : t('form.showPassword')}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
        </button>
      }
    />
  );
}
