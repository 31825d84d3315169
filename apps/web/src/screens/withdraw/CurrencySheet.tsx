import type { WithdrawCurrency } from '@candor/contracts/http/funds';
import { rateText } from '../../format/funds-text.ts';
import { t } from '../../i18n/text.ts';
import { CurrencyPicker } from '../../widgets/funds/CurrencyPicker.tsx';

interface CurrencySheetProps {
  readonly currencies: readonly WithdrawCurrency[];
  readonly chosen: WithdrawCurrency;
  readonly onChoose: (id: number) => void;
  readonly onClose: () => void;
}

/** Choice of the payout currency, each with its rate. */
export function CurrencySheet({ currencies, chosen, onChoose, onClose }: CurrencySheetProps) {
  return (
    <CurrencyPicker
      title={t('withdraw.receiveIn')}
      currencies={currencies.map((currency) => ({
        ...currency,
        end: t('withdraw.oneUsd', { rate: rateText(currency.usd_price) }),
      }))}
      chosenId={chosen.id}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
