import { useState } from 'react';
import { resetDemo } from '../../data/orders.ts';
import { useBasicInfo } from '../../data/queries.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../../widgets/toast-error.ts';

/** Row that resets a demo account after a confirmation (R-SES-07); absent for real accounts. */
export function ResetDemo() {
  const user = useSession((session) => session.user);
  const grant = useBasicInfo().data?.demoBalance;
  const [isAsking, setAsking] = useState(false);
  if (user === null || !isDemo(user)) return null;
  const amount = balanceText(grant ?? null);
  async function reset(): Promise<void> {
    try {
      await resetDemo();
      showToast('ok', t('user.resetDone'));
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <div className={listRowStyles.group}>
      <button type="button" className={listRowStyles.row} onClick={() => setAsking(true)}>
        <Icon name="refresh" />
        <span className={listRowStyles.text}>{t('user.reset')}</span>
        <span className={cx(listRowStyles.end, figuresStyles.number)}>
          {amount}
          <Icon name="next" size={18} className={listRowStyles.chevron} />
        </span>
      </button>
      {isAsking ? (
        <Dialog
          title={t('user.resetTitle')}
          icon={<Icon name="refresh" size={24} />}
          tone="demo"
          safeLabel={t('common.cancel')}
          label={t('user.resetButton')}
          onClose={() => setAsking(false)}
          onConfirm={reset}
        >
          <p>{t('user.resetText', { amount, currency: user.currency })}</p>
        </Dialog>
      ) : null}
    </div>
  );
}
