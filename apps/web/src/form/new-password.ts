import { t } from '../i18n/text.ts';

/** A new password is typed twice: both are needed ("Please complete"), and they agree ("Password inconsistency"). */
export function checkNewPassword<First extends string, Second extends string>(
  values: Readonly<Record<First | Second, string>>,
  first: First,
  second: Second,
  emptyText: string = t('password.complete'),
): Readonly<Partial<Record<First | Second, string>>> {
  const problems: Partial<Record<First | Second, string>> = {};
  if (values[first] === '') problems[first] = emptyText;
  if (values[second] === '') problems[second] = t('password.complete');
  else if (values[first] !== '' && values[first] !== values[second]) problems[second] = t('password.differ');
  return problems;
}
