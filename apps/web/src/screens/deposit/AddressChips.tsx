import type { DepositAddressOption } from '@candor/contracts/http/funds';
import { t } from '../../i18n/text.ts';
import { CurrencyLogo } from '../../ui/Logo.tsx';

export interface AddressChipsProps {
  readonly options: readonly DepositAddressOption[];
  readonly chosen: DepositAddressOption;
  readonly onChoose: (id: number) => void;
}

/** The coins that are taken, each with its network. */
export function AddressChips({ options, chosen, onChoose }: AddressChipsProps) {
  return (
    <div className="opts" role="group" aria-label={t('deposit.coins')}>
      {options.map(({ id, currency_code, protocol_code }) => (
        <button
          key={id}
          type="button"
          className={`opt ${id === chosen.id ? 'is-on' : ''}`}
          aria-pressed={id === chosen.id}
          onClick={(event) => {
            onChoose(id);
            event.currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'smooth' });
          }}
        >
          <CurrencyLogo code={currency_code} size={30} />
          <span>
            <b>{currency_code}</b>
            <small>{protocol_code}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
