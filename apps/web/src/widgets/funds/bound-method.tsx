import type { PayoutMethod } from '../../data/funds-records.ts';
import { shortAccount, shortAddress } from '../../format/funds-text.ts';
import { dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import bigIconStyles from '../../ui/BigIcon.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';

export function MethodLogo({ method }: { method: PayoutMethod }) {
  if (method.type === 1) return <CurrencyLogo code={method.currency.code} size={40} />;
  return (
    <span className={cx(bigIconStyles.icon, bigIconStyles.inRow)} data-part="big-icon">
      <Icon name="bank" size={20} />
    </span>
  );
}

/** Distinguishing name of a bound method. */
export function methodName(method: PayoutMethod): string {
  return method.type === 1 ? shortAddress(method.address) : `${method.bankName} ${shortAccount(method.payeeAccount)}`;
}

/** Currency and network of a coin; payee and currency of a bank account. */
export function methodAbout(method: PayoutMethod): string {
  const { code, network } = method.currency;
  return method.type === 1 ? `${code} · ${network}` : `${method.payeeName} · ${code}`;
}

export function methodBound(method: PayoutMethod): string {
  return t('funds.bound', { day: dayText(method.createdAtMs, shownZone(), localeTag()) });
}
