import { codes } from '@candor/contracts/codes';
import type { AccountType } from '@candor/contracts/http/identity';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { CompanyInfo } from '../../data/company-info.ts';
import { useBasicInfo } from '../../data/queries.ts';
import { register, useCaptcha } from '../../data/sign-in.ts';
import { checkNewPassword } from '../../form/identity-rules.ts';
import type { Problems } from '../../form/problems.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { safeFrom } from '../../navigation/routes.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import { Field } from '../../ui/Field.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { FieldSkeletons } from '../../widgets/FieldSkeletons.tsx';
import formPageStyles from '../../widgets/FormPage.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { AccountField } from '../../widgets/identity/AccountField.tsx';
import { AuthBar } from '../../widgets/identity/AuthBar.tsx';
import { useAccountChoice } from '../../widgets/identity/account-choice.ts';
import { CaptchaField } from '../../widgets/identity/CaptchaField.tsx';
import { useCodeSending } from '../../widgets/identity/code-sending.ts';
import { OtherReal } from '../../widgets/identity/OtherReal.tsx';
import { SentCodeField } from '../../widgets/identity/SentCodeField.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import styles from './RegisterScreen.module.css';

/** Registers a real account, by e-mail or mobile as the company allows (R-SES-08). */
export function RegisterScreen() {
  const basic = useBasicInfo();
  if (basic.data !== undefined)
    return (
      <OtherReal title={t('register.title')}>
        <RegistrationForm info={basic.data} />
      </OtherReal>
    );
  return (
    <main className={cx(layoutStyles.screen, formPageStyles.page, layoutStyles.fadeIn)}>
      <div className={formPageStyles.card}>
        <AuthBar leads="back" />
        <div className={formPageStyles.part}>
          <h1 className={typographyStyles.title}>{t('register.title')}</h1>
          {basic.isError ? (
            <LoadFailed title={t('register.errorTitle')} error={basic.error} onRetry={() => void basic.refetch()} />
          ) : (
            <FieldSkeletons count={4} />
          )}
        </div>
      </div>
    </main>
  );
}

function useRegistration(info: CompanyInfo) {
  const search = useSearch({ strict: false });
  const router = useRouter();
  const choice = useAccountChoice(firstTypes(info));
  const isByCaptcha = info.registersByCaptcha;
  const captcha = useCaptcha(isByCaptcha);
  const form = useForm({
    initial: { account: '', code: '', password: '', passwordAgain: '', inviteCode: search.invite_code ?? '' },
    oneTryFields: isByCaptcha ? ['code'] : [],
    check: (values) => checkRegistration(values, choice.problemOf(values.account), isByCaptcha),
    async send(values) {
      try {
        await register(choice.nameOf(values.account), {
          password: values.password,
          passwordAgain: values.passwordAgain,
          inviteCode: values.inviteCode.trim(),
          code: values.code.trim(),
          captchaKey: isByCaptcha ? captcha.data?.id : undefined,
        });
      } catch (error) {
        // A captcha is valid for one try.
        if (isByCaptcha) void captcha.refetch();
        throw error;
      }
      showToast('ok', t('register.done'));
      router.history.replace(safeFrom(search.from));
    },
    fieldOfCode: {
      [codes.accountTaken]: 'account',
      [codes.areaUnknown]: 'account',
      [codes.registrationMethodOff]: 'account',
      [codes.codeWrong]: 'code',
      [codes.captchaWrong]: 'code',
      [codes.passwordTooShort]: 'password',
      [codes.passwordTooLong]: 'password',
      [codes.passwordCommon]: 'password',
      [codes.passwordsDiffer]: 'passwordAgain',
      [codes.inviteCodeUnknown]: 'inviteCode',
    },
  });
  return { choice, captcha, form, isByCaptcha };
}

/** Risk warning of the company; with the percentage of losing accounts if it is known. */
function riskText({ lossPercent: percent }: CompanyInfo): string {
  return percent === null ? t('register.risk') : t('register.riskRate', { percent });
}

function RegistrationForm({ info }: { info: CompanyInfo }) {
  const { choice, captcha, form, isByCaptcha } = useRegistration(info);
  const sending = useCodeSending({
    purpose: 1,
    target: () => (form.isReady(['account']) ? choice.nameOf(form.values.account) : null),
    onRefused: form.refuse,
  });
  return (
    <FormPage
      bar={<AuthBar leads="back" />}
      form={form.form}
      foot={
        <>
          <p className={styles.risk}>{riskText(info)}</p>
          <BusyButton label={t('register.button')} isBusy={form.isBusy} />
        </>
      }
    >
      <div className={cx(formPageStyles.part, formPageStyles.topPart)}>
        <h1 className={typographyStyles.title}>{t('register.title')}</h1>
        <div className={cx(layoutStyles.column, styles.fields)}>
          <AccountField choice={choice} control={form.field('account')} mobileAs="tel-national" />
          {isByCaptcha ? (
            <CaptchaField control={form.field('code')} captcha={captcha} />
          ) : (
            <SentCodeField control={form.field('code')} sending={sending} type={choice.type} />
          )}
          <PasswordField
            {...form.field('password')}
            label={t('auth.password')}
            autoComplete="new-password"
            placeholder={t('register.createPassword')}
            enterKeyHint="next"
          />
          <PasswordField
            {...form.field('passwordAgain')}
            label={t('register.confirmPassword')}
            autoComplete="new-password"
            placeholder={t('register.repeatPassword')}
            enterKeyHint="next"
          />
          <Field
            {...form.field('inviteCode')}
            label={t('register.inviteCode')}
            isOptional
            autoComplete="off"
            isLatin
            maxLength={16}
            enterKeyHint="done"
          />
        </div>
      </div>
    </FormPage>
  );
}

type RegistrationValues = Readonly<Record<'account' | 'code' | 'password' | 'passwordAgain' | 'inviteCode', string>>;

/** Account types for registration, the company's default first. */
function firstTypes(info: Pick<CompanyInfo, 'registrations' | 'firstRegistration'>): AccountType[] {
  const others = info.registrations.filter((type) => type !== info.firstRegistration);
  return info.registrations.includes(info.firstRegistration) ? [info.firstRegistration, ...others] : others;
}

/** Checks the form, in the order of its fields. */
function checkRegistration(
  values: RegistrationValues,
  accountProblem: string | undefined,
  isByCaptcha: boolean,
): Problems<RegistrationValues> {
  const enterCode = isByCaptcha ? t('captcha.enter') : t('auth.enterCode');
  return {
    ...(accountProblem === undefined ? {} : { account: accountProblem }),
    ...(values.code.trim() === '' ? { code: enterCode } : {}),
    ...checkNewPassword(values, 'password', 'passwordAgain', t('auth.enterPassword')),
  };
}
