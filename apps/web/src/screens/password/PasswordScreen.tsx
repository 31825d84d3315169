import { codes } from '@candor/contracts/codes';
import type { AccountType } from '@candor/contracts/http/identity';
import { useNavigate } from '@tanstack/react-router';
import type { AccountName } from '../../data/sign-in.ts';
import { changePassword } from '../../data/sign-in.ts';
import { checkNewPassword, maskAccount } from '../../form/identity-rules.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import formPageStyles from '../../widgets/FormPage.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { useCodeSending } from '../../widgets/identity/code-sending.ts';
import { NewPasswordFields } from '../../widgets/identity/NewPasswordFields.tsx';
import { SentCodeField } from '../../widgets/identity/SentCodeField.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import styles from './PasswordScreen.module.css';

/**
 * Changes the password, proved by the old one and, if the account has an address, by a code sent to it. The call
 * accepts either proof (R-SES-10); this form asks for both, so that an unlocked phone is not enough.
 */
export function PasswordScreen() {
  return (
    <OnlyReal title={t('user.password')}>
      <PasswordForm />
    </OnlyReal>
  );
}

/** Account to which codes are sent: the e-mail address, else the phone number. */
function useOwnName(): AccountName {
  const user = useSession((session) => session.user);
  const type: AccountType = user?.email === '' ? 'mobile' : 'email';
  return { type, account: (type === 'email' ? user?.email : user?.mobile) ?? '', areaId: null };
}

function PasswordForm() {
  const navigate = useNavigate();
  const name = useOwnName();
  const hasAddress = name.account !== '';
  const form = useForm({
    initial: { code: '', oldPassword: '', newPassword: '', passwordAgain: '' },
    check: (values) => ({
      ...(hasAddress && values.code.trim() === '' ? { code: t('auth.enterCode') } : {}),
      ...(values.oldPassword === '' ? { oldPassword: t('password.enterOld') } : {}),
      ...checkNewPassword(values, 'newPassword', 'passwordAgain'),
    }),
    async send({ code, oldPassword, newPassword }) {
      const proof = { code: code.trim() || undefined, oldPassword: oldPassword || undefined };
      await changePassword(name, { ...proof, newPassword });
      showToast('ok', t('password.done'));
      await navigate({ to: '/user', replace: true });
    },
    fieldOfCode: {
      [codes.codeWrong]: 'code',
      [codes.oldPasswordWrong]: 'oldPassword',
      [codes.passwordTooShort]: 'newPassword',
      [codes.passwordTooLong]: 'newPassword',
      [codes.passwordCommon]: 'newPassword',
    },
  });
  const sending = useCodeSending({ purpose: 2, target: () => name, onRefused: form.refuse });
  const [before, after] = (
    sending.secondsLeft > 0 ? t('password.sentTo', { account: '\n' }) : t('password.goesTo', { account: '\n' })
  ).split('\n');
  return (
    <FormPage
      bar={<NavBar title={t('user.password')} />}
      form={form.form}
      foot={<BusyButton label={t('password.save')} isBusy={form.isBusy} />}
    >
      <div className={cx(formPageStyles.part, formPageStyles.topPart, layoutStyles.column, styles.fields)}>
        <Banner icon={name.type === 'email' ? 'mail' : 'phone'}>
          {before}
          <bdi dir="ltr">
            <b className={styles.account}>{maskAccount(name.account)}</b>
          </bdi>
          {after}
        </Banner>
        {/* Lets a password manager know which account's password is replaced. */}
        <input
          className={typographyStyles.visuallyHidden}
          data-part="reader-text"
          autoComplete="username"
          name="username"
          value={name.account}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <SentCodeField control={form.field('code')} sending={sending} type={name.type} />
        <PasswordField
          {...form.field('oldPassword')}
          label={t('password.old')}
          autoComplete="current-password"
          enterKeyHint="next"
        />
        <NewPasswordFields first={form.field('newPassword')} second={form.field('passwordAgain')} />
      </div>
    </FormPage>
  );
}
