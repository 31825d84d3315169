import { t } from '../../i18n/text.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** New password and its repetition. */
export function NewPasswordFields({ first, second }: { first: FieldControl; second: FieldControl }) {
  return (
    <>
      <PasswordField
        {...first}
        label={t('password.new')}
        hint={t('password.rule')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField {...second} label={t('password.confirm')} autoComplete="new-password" enterKeyHint="done" />
    </>
  );
}
