import type { PayoutCurrency } from '../../data/funds-records.ts';
import { rateText } from '../../format/funds-text.ts';
import { t } from '../../i18n/text.ts';
import { CurrencyPicker } from '../../widgets/funds/CurrencyPicker.tsx';

interface CurrencySheetProps {
  readonly currencies: readonly PayoutCurrency[];
  readonly chosen: PayoutCurrency;
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
        end: t('withdraw.oneUsd', { rate: rateText(currency.perUsd) }),
      }))}
      chosenId={chosen.id}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
