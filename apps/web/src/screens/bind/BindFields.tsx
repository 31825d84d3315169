import { useId, useState } from 'react';
import type { PayoutCurrency } from '../../data/funds-records.ts';
import { spanText } from '../../format/funds-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { cx } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/Field.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import { CurrencyPicker } from '../../widgets/funds/CurrencyPicker.tsx';
import styles from './Bind.module.css';

interface CurrencyFieldProps {
  readonly currencies: readonly PayoutCurrency[];
  readonly chosen: PayoutCurrency;
  readonly onChoose: (id: number) => void;
}

/** Payout currency, with its network for coins, chosen from those of the company. */
export function CurrencyField({ currencies, chosen, onChoose }: CurrencyFieldProps) {
  const id = useId();
  const [isPicking, setPicking] = useState(false);
  const { code, network } = chosen;
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={id}>
        {t('funds.currency')}
      </span>
      <button
        type="button"
        className={cx(fieldStyles.box, styles.picker)}
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => setPicking(true)}
      >
        <CurrencyLogo code={code} size={24} />
        <span className={fieldStyles.value} id={`${id}-value`}>
          {network === '' ? code : `${code} · ${network}`}
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

const hourMs = 3_600_000;

/** Hold of a newly bound method before its first payout; nothing if there is none. */
export function HoldNote({ hours }: { hours: number }) {
  if (hours === 0) return null;
  return <Banner icon="clock">{t('bind.hold', { time: spanText(hours * hourMs, localeTag()) })}</Banner>;
}
