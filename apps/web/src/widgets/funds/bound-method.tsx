import type { BoundMethod } from '@candor/contracts/http/funds';
import { shortAccount, shortAddress } from '../../format/funds-text.ts';
import { dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import bigIconStyles from '../../ui/BigIcon.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';

export function MethodLogo({ method }: { method: BoundMethod }) {
  if (method.type === 1) return <CurrencyLogo code={method.draw_currency.code} size={40} />;
  return (
    <span className={cx(bigIconStyles.icon, bigIconStyles.inRow)} data-part="big-icon">
      <Icon name="bank" size={20} />
    </span>
  );
}

/** Distinguishing name of a bound method. */
export function methodName(method: BoundMethod): string {
  return method.type === 1
    ? shortAddress(method.dc_address)
    : `${method.bank_name} ${shortAccount(method.payee_account)}`;
}

/** Currency and network of a coin; payee and currency of a bank account. */
export function methodAbout(method: BoundMethod): string {
  const { code, protocol } = method.draw_currency;
  return method.type === 1 ? `${code} · ${protocol}` : `${method.payee_name} · ${code}`;
}

export function methodBound(method: BoundMethod): string {
  return t('funds.bound', { day: dayText(method.created_at, 'device', localeTag()) });
}
