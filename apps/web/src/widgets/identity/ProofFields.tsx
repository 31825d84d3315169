import { t } from '../../i18n/text.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';

/** Six digits of the authenticator app. */
export function AuthenticatorCodeField({ control }: { control: FieldControl }) {
  return (
    <Field
      {...control}
      label={t('factor.totpLabel')}
      hint={t('factor.totpHint')}
      placeholder="123456"
      autoComplete="one-time-code"
      inputMode="numeric"
      isLatin
      isNumeric
      maxLength={7}
      enterKeyHint="go"
    />
  );
}

/** One of the codes that were shown once, to be kept for the day the phone is gone. */
export function RecoveryCodeField({ control }: { control: FieldControl }) {
  return (
    <Field
      {...control}
      label={t('factor.recoveryLabel')}
      hint={t('factor.recoveryHint')}
      autoComplete="off"
      isLatin
      isNumeric
      maxLength={32}
      enterKeyHint="go"
    />
  );
}
