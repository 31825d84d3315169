import { codes } from '@candor/contracts/codes';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { resetPassword } from '../../data/identity.ts';
import { useBasicInfo } from '../../data/queries.ts';
import { checkNewPassword } from '../../form/identity-rules.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { safeFrom } from '../../navigation/routes.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { showToast } from '../../ui/toast.ts';
import formPageStyles from '../../widgets/FormPage.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { AccountField } from '../../widgets/identity/AccountField.tsx';
import { useAccountChoice } from '../../widgets/identity/account-choice.ts';
import { useCodeSending } from '../../widgets/identity/code-sending.ts';
import { NewPasswordFields } from '../../widgets/identity/NewPasswordFields.tsx';
import { SentCodeField } from '../../widgets/identity/SentCodeField.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import styles from './ForgotScreen.module.css';

/** Resets a forgotten password with a code sent to the account (R-SES-09). */
export function ForgotScreen() {
  const navigate = useNavigate();
  const from = safeFrom(useSearch({ strict: false }).from);
  const choice = useAccountChoice(useBasicInfo().data?.reg_types ?? ['email', 'mobile']);
  const form = useForm({
    initial: { account: '', auth_code: '', new_password: '', secondary_password: '' },
    check(values) {
      const problem = choice.problemOf(values.account);
      return {
        ...(problem === undefined ? {} : { account: problem }),
        ...(values.auth_code.trim() === '' ? { auth_code: t('auth.enterCode') } : {}),
        ...checkNewPassword(values, 'new_password', 'secondary_password'),
      };
    },
    async send({ account, auth_code, new_password, secondary_password }) {
      const fields = { auth_code: auth_code.trim(), new_password, secondary_password };
      await resetPassword(choice.nameOf(account), fields);
      showToast('ok', t('forgot.done'));
      await navigate({ to: '/login', search: { from }, replace: true });
    },
    fieldOfCode: {
      [codes.areaUnknown]: 'account',
      [codes.codeWrong]: 'auth_code',
      [codes.passwordTooShort]: 'new_password',
      [codes.passwordTooLong]: 'new_password',
      [codes.passwordCommon]: 'new_password',
      [codes.passwordsDiffer]: 'secondary_password',
    },
  });
  const sending = useCodeSending({
    purpose: 2,
    target: () => (form.isReady(['account']) ? choice.nameOf(form.values.account) : null),
    onRefused: form.refuse,
  });
  return (
    <FormPage
      bar={<NavBar title={t('page.forgot')} />}
      form={form.form}
      foot={<BusyButton label={t('password.save')} isBusy={form.isBusy} />}
    >
      <div className={cx(formPageStyles.part, formPageStyles.topPart, layoutStyles.column, styles.fields)}>
        <AccountField choice={choice} control={form.field('account')} mobileAs="username" />
        <SentCodeField control={form.field('auth_code')} sending={sending} type={choice.type} />
        <NewPasswordFields first={form.field('new_password')} second={form.field('secondary_password')} />
      </div>
    </FormPage>
  );
}
