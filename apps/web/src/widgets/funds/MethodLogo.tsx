import type { BoundMethod } from '@candor/contracts/http/funds';
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
