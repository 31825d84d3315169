import type { BoundMethod } from '@candor/contracts/http/funds';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';

export function MethodLogo({ method }: { method: BoundMethod }) {
  if (method.type === 1) return <CurrencyLogo code={method.draw_currency.code} size={40} />;
  return (
    <span className="bigicon bigicon--row">
      <Icon name="bank" size={20} />
    </span>
  );
}
