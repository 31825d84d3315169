import { t } from '../../i18n/text.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';

/** Field for the six digits of an authenticator app. */
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

/** Field for one of the recovery codes, which were shown once. */
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
