import { useNavigate } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './MoneyActions.module.css';
import type { MenuEntry } from './menu.ts';
import { moneyMenu } from './menu.ts';

/** Deposit and withdraw buttons on the account card; disabled with a reason for demo accounts. */
export function MoneyActions() {
  return (
    <div className={styles.actions} role="group" aria-label={t('user.actions')}>
      {moneyMenu.map((entry, index) => (
        <MoneyAction key={entry.path} entry={entry} isMain={index === 0} />
      ))}
    </div>
  );
}

function MoneyAction({ entry, isMain }: { entry: MenuEntry; isMain: boolean }) {
  const navigate = useNavigate();
  const isLocked = isDemo(useSession((session) => session.user)) && entry.isRealOnly === true;

  function act(): void {
    if (isLocked) showToast('warn', t('user.onlyReal'), 'lock');
    else void navigate({ to: entry.path });
  }

  return (
    <button
      type="button"
      className={cx(styles.action, isMain && !isLocked && styles.main, isLocked && styles.locked)}
      onClick={act}
    >
      <span>
        <Icon name={entry.icon} size={22} />
        {isLocked ? (
          <em>
            <Icon name="lock" />
          </em>
        ) : null}
      </span>
      {t(entry.label)}
    </button>
  );
}
