import { type ReactNode, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import type { MarginAsk } from '../../data/price-alert.ts';
import { ratioText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { useHoldingMark, useOrderList } from '../orders/use-order-list.ts';
import styles from './AlertSheet.module.css';
import { FigureStepper } from './FigureStepper.tsx';
import { SetAlertButton } from './SetAlertButton.tsx';

const range = { least: 1, most: 100_000, step: 10, decimals: 0 } as const;
const usual = 200;

/** Form of an alert on the margin level of the account (R-ALR-19). */
export function MarginForm({ choice, onClose }: { readonly choice: ReactNode; readonly onClose: () => void }) {
  const { orders } = useOrderList('holding');
  const shown = useAccount((account) => account.marginLevel);
  const now = orders.length === 0 || shown === null ? null : shown;
  const [typed, setTyped] = useState<number | null>(null);
  const [begun] = useState(() => (now === null ? usual : Math.max(1, Math.min(usual, Math.floor(Number(now) * 0.9)))));
  const [isUnusable, setUnusable] = useState(false);
  const percent = typed ?? begun;
  const isMet = now !== null && Number(now) <= percent;
  const ask: MarginAsk | null = isMet || isUnusable ? null : { kind: 'margin', percent: String(percent) };
  const text = isUnusable
    ? t('trade.checkField', { field: t('alerts.marginField') })
    : isMet
      ? t('alerts.met')
      : t('alerts.setOther');
  const title = t('alerts.new');
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={(close) => <SetAlertButton ask={ask} text={text} onDone={close} />}
    >
      <div className={styles.fields} {...useHoldingMark()}>
        {choice}
        <FigureStepper
          label={t('alerts.marginField')}
          unit="%"
          {...range}
          value={percent}
          isBad={isMet}
          onChange={setTyped}
          onUnusable={setUnusable}
        />
        <p className={cx(styles.note, isMet && styles.problem, figuresStyles.number, figuresStyles.live)}>
          {now === null ? t('alerts.noPosition') : t('alerts.nowAt', { value: ratioText(now) })}
        </p>
        <p className={styles.note}>{t('alerts.marginRange')}</p>
        <p className={styles.note}>{t('alerts.onceNote')}</p>
      </div>
    </Sheet>
  );
}
