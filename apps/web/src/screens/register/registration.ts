import type { AccountType } from '@candor/contracts/http/identity';
import type { CompanyInfo } from '../../data/company-info.ts';
import { checkNewPassword } from '../../form/identity-rules.ts';
import type { Problems } from '../../form/problems.ts';
import { t } from '../../i18n/text.ts';

export type RegistrationValues = Readonly<
  Record<'account' | 'code' | 'password' | 'passwordAgain' | 'inviteCode', string>
>;

/** Account types for registration, the company's default first. */
export function firstTypes(info: Pick<CompanyInfo, 'registrations' | 'firstRegistration'>): AccountType[] {
  const others = info.registrations.filter((type) => type !== info.firstRegistration);
  return info.registrations.includes(info.firstRegistration) ? [info.firstRegistration, ...others] : others;
}

/** Checks the form, in the order of its fields. */
export function checkRegistration(
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
