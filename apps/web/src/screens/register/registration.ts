import type { BasicInfo } from '@candor/contracts/http/company';
import type { AccountType } from '@candor/contracts/http/identity';
import { checkNewPassword } from '../../form/identity-rules.ts';
import type { Problems } from '../../form/problems.ts';
import { t } from '../../i18n/text.ts';

export type RegistrationValues = Readonly<
  Record<'account' | 'sms_code' | 'password' | 're_password' | 'invite_code', string>
>;

/** Account types for registration, the company's default first. */
export function firstTypes(info: Pick<BasicInfo, 'reg_types' | 'verify_reg_type'>): AccountType[] {
  const others = info.reg_types.filter((type) => type !== info.verify_reg_type);
  return info.reg_types.includes(info.verify_reg_type) ? [info.verify_reg_type, ...others] : others;
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
    ...(values.sms_code.trim() === '' ? { sms_code: enterCode } : {}),
    ...checkNewPassword(values, 'password', 're_password', t('auth.enterPassword')),
  };
}
