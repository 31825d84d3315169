import type { WithdrawCurrency } from '@candor/contracts/http/funds';
import { useId, useState } from 'react';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import { CurrencyPicker } from '../../widgets/funds/CurrencyPicker.tsx';

interface CurrencyFieldProps {
  readonly currencies: readonly WithdrawCurrency[];
  readonly chosen: WithdrawCurrency;
  readonly onChoose: (id: number) => void;
}

/** Payout currency, with its network for coins, chosen from those of the company. */
export function CurrencyField({ currencies, chosen, onChoose }: CurrencyFieldProps) {
  const id = useId();
  const [isPicking, setPicking] = useState(false);
  const { code, protocol } = chosen;
  return (
    <div className="field">
      <span className="field-l" id={id}>
        {t('funds.currency')}
      </span>
      <button
        type="button"
        className="field-b field-b--pick"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => setPicking(true)}
      >
        <CurrencyLogo code={code} size={24} />
        <span className="field-v" id={`${id}-value`}>
          {protocol === '' ? code : `${code} · ${protocol}`}
        </span>
        <Icon name="down" size={18} />
      </button>
      {isPicking ? (
        <CurrencyPicker
          title={t('funds.currency')}
          currencies={currencies}
          chosenId={chosen.id}
          onChoose={onChoose}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}
