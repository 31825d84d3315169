import { codes } from '@candor/contracts/codes';
import type { SecondFactorAsked } from '@candor/contracts/http/second-factor';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { useBasicInfo } from '../../data/queries.ts';
import { logIn, useCaptcha } from '../../data/sign-in.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { safeFrom } from '../../navigation/routes.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { PasswordField } from '../../ui/PasswordField.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { BrandMark } from '../../widgets/BrandMark.tsx';
import formPageStyles from '../../widgets/FormPage.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { AccountField } from '../../widgets/identity/AccountField.tsx';
import { AuthBar } from '../../widgets/identity/AuthBar.tsx';
import { useAccountChoice } from '../../widgets/identity/account-choice.ts';
import { CaptchaField } from '../../widgets/identity/CaptchaField.tsx';
import { OtherReal } from '../../widgets/identity/OtherReal.tsx';
import { DemoCard } from './DemoCard.tsx';
import styles from './Login.module.css';
import { SecondFactorStep } from './SecondFactorStep.tsx';

/**
 * Log-in by account and password, then the second factor if there is one; or a demo account at once (R-SES-01,
 * R-SES-05).
 */
export function LoginScreen() {
  const from = safeFrom(useSearch({ strict: false }).from);
  const router = useRouter();
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  const enter = () => router.history.replace(from);
  if (asked !== null) return <SecondFactorStep asked={asked} onBack={() => setAsked(null)} onDone={enter} />;
  return (
    <OtherReal title={t('page.login')}>
      <PasswordStep from={from} onDone={enter} onAsked={setAsked} />
    </OtherReal>
  );
}

interface PasswordStepProps {
  readonly from: string;
  readonly onDone: () => void;
  readonly onAsked: (asked: SecondFactorAsked) => void;
}

function PasswordStep({ from, onDone, onAsked }: PasswordStepProps) {
  const choice = useAccountChoice(useBasicInfo().data?.registrations ?? ['email', 'mobile']);
  const [asksCaptcha, setAsksCaptcha] = useState(false);
  const captcha = useCaptcha(asksCaptcha);
  const form = useForm({
    initial: { account: '', password: '', captcha: '' },
    oneTryFields: ['captcha'],
    check({ account, password, captcha: typed }) {
      const problem = choice.problemOf(account);
      return {
        ...(problem === undefined ? {} : { account: problem }),
        ...(password === '' ? { password: t('auth.enterPassword') } : {}),
        ...(asksCaptcha && typed.trim() === '' ? { captcha: t('captcha.enter') } : {}),
      };
    },
    async send({ account, password, captcha: typed }) {
      try {
        const answer = captcha.data === undefined ? null : { key: captcha.data.id, text: typed.trim() };
        await logIn(choice.nameOf(account), password, asksCaptcha ? answer : null);
        onDone();
      } catch (error) {
        if (error instanceof CallError && error.code === codes.secondFactorRequired) {
          return onAsked(error.data as SecondFactorAsked);
        }
        if (error instanceof CallError && error.code === codes.captchaRequired) setAsksCaptcha(true);
        // A captcha is valid for one try.
        if (asksCaptcha) void captcha.refetch();
        throw error;
      }
    },
    fieldOfCode: {
      [codes.wrongCredentials]: 'password',
      [codes.areaUnknown]: 'account',
      [codes.captchaRequired]: 'captcha',
      [codes.captchaWrong]: 'captcha',
    },
  });

  return (
    <FormPage bar={<AuthBar leads="out" />} form={form.form} foot={<Newcomer from={from} />}>
      <div className={formPageStyles.part}>
        <BrandMark />
        <h1 className={cx(typographyStyles.title, typographyStyles.loginTitle)}>{t('page.login')}</h1>
        <div className={cx(layoutStyles.column, styles.fields)}>
          <AccountField choice={choice} control={form.field('account')} mobileAs="username" />
          <PasswordField
            {...form.field('password')}
            label={t('auth.password')}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          {asksCaptcha ? <CaptchaField control={form.field('captcha')} captcha={captcha} /> : null}
          <div className={styles.forgot}>
            <Link to="/forgot" search={{ from }} className={cx(buttonStyles.textButton, styles.forgotLink)}>
              {t('login.forgot')}
            </Link>
          </div>
          <BusyButton label={t('page.login')} isBusy={form.isBusy} />
          <div className={styles.divider}>{t('login.orPractise')}</div>
          <DemoCard onDone={onDone} />
        </div>
      </div>
    </FormPage>
  );
}

function Newcomer({ from }: { from: string }) {
  return (
    <p className={styles.newcomer}>
      {t('login.newHere')}{' '}
      <Link to="/register" search={{ from }} className={typographyStyles.link}>
        {t('login.createAccount')}
      </Link>
    </p>
  );
}
