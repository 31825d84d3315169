import { formatMoney, toMoney } from '@candor/domain/values/money';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import styles from './AlertSheet.module.css';
import { FigureStepper } from './FigureStepper.tsx';
import { SetAlertButton } from './SetAlertButton.tsx';

/** Hundredths of the account's currency. */
const range = { least: 1, most: 100_000_000_000, step: 100, decimals: 2 } as const;
const centMicros = 10_000n;

/** Form of an alert on the swap of the coming night (R-ALR-19). */
export function SwapForm({ choice, onClose }: { readonly choice: ReactNode; readonly onClose: () => void }) {
  const [cents, setCents] = useState(500);
  const [isUnusable, setUnusable] = useState(false);
  const currency = useSession((session) => session.user?.currency) ?? '';
  const ask = isUnusable ? null : ({ kind: 'swap', amount: formatMoney(toMoney(BigInt(cents) * centMicros)) } as const);
  const title = t('alerts.new');
  const text = isUnusable
    ? t('trade.checkField', { field: t('alerts.swapField', { currency }) })
    : t('alerts.setOther');
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={(close) => <SetAlertButton ask={ask} text={text} onDone={close} />}
    >
      <div className={styles.fields}>
        {choice}
        <FigureStepper
          label={t('alerts.swapField', { currency })}
          unit={currency}
          {...range}
          value={cents}
          isBad={false}
          onChange={setCents}
          onUnusable={setUnusable}
        />
        <p className={styles.note}>{t('alerts.swapNote')}</p>
      </div>
    </Sheet>
  );
}
