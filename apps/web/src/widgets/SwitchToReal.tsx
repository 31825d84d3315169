import { switchAccount } from '../data/identity.ts';
import { t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';

/** Button that leads from the demo to the real account that is signed in too (R-SCR-94). */
export function SwitchToReal({ className, onDone }: { className?: string | undefined; onDone?: () => void }) {
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.primary, className)}
      data-testid="to-real"
      onClick={() => {
        if (switchAccount()) onDone?.();
      }}
    >
      {t('account.toReal')}
    </button>
  );
}
