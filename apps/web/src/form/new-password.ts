import { t } from '../i18n/text.ts';

/**
 * Checks a new password and its repetition: both are required ("Please complete") and must be equal ("Password
 * inconsistency").
 */
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
