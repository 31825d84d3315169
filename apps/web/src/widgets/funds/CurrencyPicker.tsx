import areaPickerStyles from '../../ui/AreaPicker.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';

interface PickedCurrency {
  readonly id: number;
  readonly code: string;
  /** Network; empty for a bank currency. */
  readonly network: string;
  readonly end?: string;
}

interface CurrencyPickerProps {
  readonly title: string;
  readonly currencies: readonly PickedCurrency[];
  readonly chosenId: number | undefined;
  readonly onChoose: (id: number) => void;
  readonly onClose: () => void;
}

/** Choice of a currency, each with its network. */
export function CurrencyPicker({ title, currencies, chosenId, onChoose, onClose }: CurrencyPickerProps) {
  return (
    <Sheet title={title} label={title} onClose={onClose}>
      {(close) => (
        <div role="listbox" aria-label={title} className={areaPickerStyles.list}>
          {currencies.map(({ id, code, network, end }) => (
            <button
              key={id}
              type="button"
              role="option"
              aria-selected={id === chosenId}
              className={cx(areaPickerStyles.choice, id === chosenId && areaPickerStyles.selected)}
              onClick={() => {
                onChoose(id);
                close();
              }}
            >
              <CurrencyLogo code={code} size={28} />
              <span className={layoutStyles.grow}>{network === '' ? code : `${code} · ${network}`}</span>
              {end === undefined ? null : (
                <span className={cx(figuresStyles.number, areaPickerStyles.code)}>{end}</span>
              )}
              {id === chosenId ? <Icon name="check" size={22} /> : null}
            </button>
          ))}
        </div>
      )}
    </Sheet>
  );
}
