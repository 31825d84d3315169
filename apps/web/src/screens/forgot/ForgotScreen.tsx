import { codes } from '@candor/contracts/codes';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useBasicInfo } from '../../data/queries.ts';
import { resetPassword } from '../../data/sign-in.ts';
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
  const choice = useAccountChoice(useBasicInfo().data?.registrations ?? ['email', 'mobile']);
  const form = useForm({
    initial: { account: '', code: '', newPassword: '', passwordAgain: '' },
    check(values) {
      const problem = choice.problemOf(values.account);
      return {
        ...(problem === undefined ? {} : { account: problem }),
        ...(values.code.trim() === '' ? { code: t('auth.enterCode') } : {}),
        ...checkNewPassword(values, 'newPassword', 'passwordAgain'),
      };
    },
    async send({ account, code, newPassword, passwordAgain }) {
      const fields = { code: code.trim(), newPassword, passwordAgain };
      await resetPassword(choice.nameOf(account), fields);
      showToast('ok', t('forgot.done'));
      await navigate({ to: '/login', search: { from }, replace: true });
    },
    fieldOfCode: {
      [codes.areaUnknown]: 'account',
      [codes.codeWrong]: 'code',
      [codes.passwordTooShort]: 'newPassword',
      [codes.passwordTooLong]: 'newPassword',
      [codes.passwordCommon]: 'newPassword',
      [codes.passwordsDiffer]: 'passwordAgain',
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
        <SentCodeField control={form.field('code')} sending={sending} type={choice.type} />
        <NewPasswordFields first={form.field('newPassword')} second={form.field('passwordAgain')} />
      </div>
    </FormPage>
  );
}
