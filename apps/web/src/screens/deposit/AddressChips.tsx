import type { DepositAddressOption } from '@candor/contracts/http/funds';
import { t } from '../../i18n/text.ts';
import { scrollBehaviour } from '../../platform/motion.ts';
import { cx } from '../../ui/class-names.ts';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import styles from './AddressChips.module.css';

export interface AddressChipsProps {
  readonly options: readonly DepositAddressOption[];
  readonly chosen: DepositAddressOption;
  readonly onChoose: (option: DepositAddressOption) => void;
}

/** Choice of the coins accepted, each with its network. */
export function AddressChips({ options, chosen, onChoose }: AddressChipsProps) {
  return (
    <div className={styles.options} data-part="options" role="group" aria-label={t('deposit.coins')}>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          className={cx(styles.option, option.id === chosen.id && styles.selected)}
          aria-pressed={option.id === chosen.id}
          onClick={(event) => {
            onChoose(option);
            event.currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: scrollBehaviour() });
          }}
        >
          <CurrencyLogo code={option.currency_code} size={30} />
          <span>
            <b>{option.currency_code}</b>
            <small>{option.protocol_code}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
