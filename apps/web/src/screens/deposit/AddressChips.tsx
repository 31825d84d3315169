import type { DepositAddress } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { scrollBehaviour } from '../../platform/media.ts';
import { cx } from '../../ui/class-names.ts';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import styles from './AddressChips.module.css';

export interface AddressChipsProps {
  readonly options: readonly DepositAddress[];
  readonly chosen: DepositAddress;
  readonly onChoose: (option: DepositAddress) => void;
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
          <CurrencyLogo code={option.currencyCode} size={30} />
          <span>
            <b>{option.currencyCode}</b>
            <small>{option.network}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
