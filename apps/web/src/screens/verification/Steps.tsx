import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import styles from './Verification.module.css';

const steps = [1, 2, 3] as const;

/** Progress in three steps. */
export function Steps({ done }: { done: number }) {
  return (
    <div className={styles.steps} role="img" aria-label={done === 0 ? undefined : t('verify.progress', { step: done })}>
      {steps.map((step) => (
        <i key={step} className={step <= done ? styles.reached : undefined} />
      ))}
    </div>
  );
}

/** Button back to the account page. */
export function ToAccount() {
  return (
    <Link to="/user" className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.wide)}>
      {t('verify.toAccount')}
    </Link>
  );
}
