import type { PayoutMethod } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import selectRowStyles from '../../ui/SelectRow.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { MethodLogo, methodAbout, methodBound, methodName } from '../../widgets/funds/bound-method.tsx';
import { useNow } from '../../widgets/funds/use-now.ts';
import { zonedTimeText } from '../../widgets/zoned-time.ts';
import styles from './Withdraw.module.css';

interface MethodSheetProps {
  readonly methods: readonly PayoutMethod[];
  readonly chosenId: number | null;
  readonly onChoose: (id: number) => void;
  readonly onBind: () => void;
  readonly onClose: () => void;
}

/** Choice of a bound method of one currency. */
export function MethodSheet({ methods, chosenId, onChoose, onBind, onClose }: MethodSheetProps) {
  const nowMs = useNow(30_000);
  return (
    <Sheet
      title={t('withdraw.sendTo')}
      label={t('withdraw.sendTo')}
      onClose={onClose}
      renderFooter={() => (
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.wide)}
          onClick={onBind}
        >
          <Icon name="plus" size={18} />
          {t('withdraw.bindAnother')}
        </button>
      )}
    >
      {(close) => (
        <ul className={styles.choices}>
          {methods.map((method) => (
            <li key={method.id}>
              <button
                type="button"
                className={cx(selectRowStyles.row, styles.choice)}
                data-part="select-row"
                aria-current={method.id === chosenId}
                onClick={() => {
                  onChoose(method.id);
                  close();
                }}
              >
                <MethodLogo method={method} />
                <span className={layoutStyles.grow}>
                  <b className={cx(figuresStyles.number, selectRowStyles.figure)}>{methodName(method)}</b>
                  <small>
                    {methodAbout(method)} ·{' '}
                    {method.usableAtMs > nowMs
                      ? t('funds.usableFrom', { time: zonedTimeText(method.usableAtMs) })
                      : methodBound(method)}
                  </small>
                </span>
                {method.id === chosenId ? <Icon name="check" size={22} /> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
