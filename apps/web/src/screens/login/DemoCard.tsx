import { useState } from 'react';
import { useBasicInfo } from '../../data/queries.ts';
import { startDemo } from '../../data/sign-in.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import demoCardStyles from '../../ui/DemoCard.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { toastError } from '../../widgets/toast-error.ts';

/** Starts the demo account of this device (R-SES-05). */
export function DemoCard({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const demoBalance = useBasicInfo().data?.demoBalance;

  async function start(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await startDemo();
      onDone();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className={demoCardStyles.card}
      aria-busy={isBusy}
      data-testid="start-demo"
      onClick={() => void start()}
    >
      <span className={demoCardStyles.icon}>
        {isBusy ? <i className={buttonStyles.spinner} /> : <Icon name="bolt" size={22} />}
      </span>
      <span className={layoutStyles.grow}>
        <b className={demoCardStyles.title}>{t('login.demo')}</b>
        <span className={demoCardStyles.text}>
          {demoBalance === undefined
            ? t('login.demoTextShort')
            : t('login.demoText', { amount: balanceText(demoBalance) })}
        </span>
      </span>
      <Icon name="next" size={18} className={listRowStyles.chevron} />
    </button>
  );
}
